import { auditMemoryFiles } from '#app/memory-files.ts';
import type { Client } from '#client/create-client.ts';
import type { AuditFinding, AuditKind, GivenSums, MemoryAudit } from '#schema/sessions/memory-audit.ts';
import { formatTable, toOneLine } from './printing.ts';
import type { Terminal } from './terminal.ts';

interface AuditOptions {
  client: Client;
  project: string | undefined;
  fix: boolean;
  json: boolean;
}

/** What each kind of finding means, and what to do. */
const advice: Record<AuditKind, string> = {
  secret: 'Looks like a key or password. Delete it, and change the key.',
  proposal: 'Waits for your confirmation. Confirm or dismiss it.',
  stale: 'Names a file that is gone. Edit or delete it.',
  duplicate: 'Another memory says the same. Delete one.',
  restated: 'Agents read it in a file anyway. Delete the memory.',
  undelivered: 'No session received it in 30 days or 20 sessions. Delete it if you do not need it.',
  superseded: 'A later statement replaced or withdrew it. Delete it, or put it back with undo.',
};

/** Prints what is wrong with the memories here and, read only, with those of other tools on this machine. */
export async function auditMemory(
  terminal: Terminal,
  { client, project, fix, json }: AuditOptions,
): Promise<void> {
  const audit = await client.memories.audit({ project });
  const files = await auditMemoryFiles(terminal.env, process.cwd());
  if (json) {
    terminal.out(`${JSON.stringify({ ...audit, files }, null, 2)}\n`);
    return;
  }
  terminal.out(describeAudit(audit));
  if (files.length > 0) {
    const rows = files.map(({ path, problem, entries, duplicates, restated, secrets, tokens }) => [
      ...(problem === null
        ? [entries, duplicates, restated, secrets, tokens].map(String)
        : ['–', '–', '–', '–', '–']),
      toOneLine(problem === null ? path : `${path}: ${problem}`),
    ]);
    const head = ['entries', 'same', 'alike', 'secrets', 'tokens', 'file'];
    terminal.out(`\nOther memories on this machine. Precis only reads them.\n${formatTable(head, rows)}`);
  }
  if (fix) await fixFindings(terminal, client, audit.findings);
}

function describeAudit({ memories, sessions, since, atStart, withPrompt, findings }: MemoryAudit): string {
  const given = (name: string, { times, meanTokens, p95Tokens }: GivenSums) =>
    `${name}: ${times} times, ${meanTokens} tokens on average, p95 ${p95Tokens}\n`;
  const from = since === null ? '' : ` since ${new Date(since).toISOString().slice(0, 10)}`;
  const groups = [...Map.groupBy(findings, ({ kind }) => kind)].map(([kind, own]) => {
    const rows = own.map(({ id, project, because, text }) => [
      String(id),
      project ?? '(all)',
      because ?? '',
      toOneLine(text),
    ]);
    return `\n${kind} (${own.length}): ${advice[kind]}\n${formatTable(['number', 'project', 'because', 'text'], rows)}`;
  });
  return [
    `${memories} memories. ${sessions} sessions were given something${from}.\n`,
    given('at a session start', atStart),
    given('with a prompt', withPrompt),
    ...(groups.length === 0 ? ['\nNothing to fix.\n'] : groups),
  ].join('');
}

/** Asks for each memory once. Only memories of Precis are changed, and each change can be undone. */
async function fixFindings(
  terminal: Terminal,
  client: Client,
  findings: readonly AuditFinding[],
): Promise<void> {
  for (const [id, [first]] of Map.groupBy(findings, (finding) => finding.id)) {
    if (first === undefined || terminal.signal.aborted) return;
    const isProposal = findings.some((finding) => finding.id === id && finding.kind === 'proposal');
    const because = first.because === null ? '' : ` (${first.because})`;
    const verb = isProposal ? 'Dismiss' : 'Delete';
    const answer = await terminal.ask(
      `${first.kind}${because}: ${id} “${toOneLine(first.text)}”\n${verb} it? [y/N] `,
    );
    if (!/^y(?:es)?$/i.test(answer.trim())) continue;
    if (isProposal) await client.memories.dismiss(id);
    else await client.memories.remove(id);
    const undo = isProposal ? `undo ${id}` : `remove ${id} --undo`;
    terminal.out(`${isProposal ? 'Dismissed' : 'Deleted'}. Undo: precis memory ${undo}\n`);
  }
}
