import { buttonClass } from '#web/controls/button.tsx';
import { CodeBlock } from '#web/markdown/code-block.tsx';
import '#web/markdown/markdown.css';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { curlLine } from './curl-line.ts';

/** Empty state: a command to copy that creates the first conversation. */
export function FirstTurn() {
  const { first } = useStrings().conversations;
  return (
    <div className="flex min-h-full flex-col items-center justify-center gap-5 px-5 py-12">
      <h1 className="text-center text-2xl font-semibold tracking-tight">{first.heading}</h1>
      <p className="max-w-prose text-center text-balance text-muted">{first.text}</p>
      <div className="markdown w-full max-w-2xl min-w-0">
        <p className="mb-1.5 text-muted">{first.curl}</p>
        <CodeBlock language="sh" code={curlLine(window.location.origin, first)} />
        <p className="mt-1.5 text-muted">{first.waiting}</p>
      </div>
      <a href="/api/openapi.json" target="_blank" rel="noreferrer" className={buttonClass('plain')}>
        {first.docs}
      </a>
    </div>
  );
}
