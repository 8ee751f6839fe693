import { describeError, errorCodes } from '#schema/error-codes.ts';
import { statusOf } from './problem.ts';

const opening = `# Errors

Every failure has one of these codes: in the \`code\` of an \`application/problem+json\` answer, in a run, in an issue,
and on the command line. “Retry” says whether the same call may succeed later by itself.

This page is generated: \`node src/server/write-error-docs.ts\`.

| code | HTTP | meaning | what to do | retry |
|---|---|---|---|---|
`;

export function renderErrorDocs(): string {
  const rows = errorCodes.map((code) => {
    const { summary, remedy, retry } = describeError(code);
    return `| \`${code}\` | ${statusOf(code)} | ${cell(summary)} | ${cell(remedy)} | ${retry ? 'yes' : 'no'} |\n`;
  });
  return opening + rows.join('');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
