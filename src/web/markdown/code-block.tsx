import { Check, Copy } from 'lucide-react';
import { scrollable } from '#web/controls/layout/scrollable.ts';
import { useCopy } from '#web/controls/use-copy.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';

interface CodeBlockProps {
  /** As given in the text; may be empty. */
  language: string;
  code: string;
}

export function CodeBlock({ language, code }: CodeBlockProps) {
  const { panel, spaces } = useStrings();
  const { copied, hasFailed, copy } = useCopy();
  const name = /^\S+/.exec(language)?.[0] ?? '';
  return (
    <figure className="code-block">
      <figcaption>
        <span className="min-w-0 flex-1 truncate">{name === '' ? spaces.message.code : name}</span>
        <button
          type="button"
          aria-label={spaces.message.copyCode}
          onClick={() => void copy(code)}
          className="flex h-6 items-center gap-1 rounded px-1.5 hover:bg-line hover:text-ink pointer-coarse:h-11"
        >
          {copied ? (
            <Check aria-hidden className="size-3.5 text-accent" />
          ) : (
            <Copy aria-hidden className="size-3.5" />
          )}
          {copied ? panel.copied : panel.copy}
        </button>
      </figcaption>
      {hasFailed ? <p role="alert">{panel.copyFailed}</p> : null}
      <pre {...scrollable}>
        <code>{code}</code>
      </pre>
    </figure>
  );
}
