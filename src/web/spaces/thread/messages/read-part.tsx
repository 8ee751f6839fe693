import { Popover } from 'radix-ui';
import type { Message, ReplyRead } from '#schema/spaces/space.ts';
import { modelName } from '#web/controls/model-name.ts';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';

/** What an answer was made from; the parts are shown on request. */
export function ReadPart({ message }: { message: Message }) {
  const strings = useStrings();
  const formats = useFormats();
  const { read: words } = strings.spaces;
  const { read } = message;
  // The offline model reads no conversation.
  if (read === undefined || (message.provider === 'builtin' && read.article === null)) return null;
  const rows = [...rowsOf(read, words)];
  const total = rows.reduce((sum, { tokens }) => sum + tokens, 0);
  const model = modelName(message, strings);
  return (
    <Popover.Root>
      <Popover.Trigger className="numeric h-7 shrink-0 rounded-md px-1 hover:bg-sunken hover:text-ink pointer-coarse:h-9">
        {words.label(total)}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          side="top"
          align="start"
          sideOffset={4}
          collisionPadding={12}
          aria-label={words.heading}
          className="z-50 max-w-[min(22rem,calc(100vw-1.5rem))] rounded-lg border border-line bg-surface px-4 py-3 text-xs text-ink shadow-lg"
        >
          <p className="mb-1.5 font-medium">{words.heading}</p>
          <dl className="numeric grid grid-cols-[1fr_auto] gap-x-6 gap-y-1">
            {rows.map(({ name, tokens }) => (
              <div key={name} className="contents">
                <dt>{name}</dt>
                <dd className="text-end">{formats.number(tokens)}</dd>
              </div>
            ))}
            <div className="contents font-medium">
              <dt>{words.total}</dt>
              <dd className="text-end">{formats.number(total)}</dd>
            </div>
          </dl>
          {model === null ? null : <p className="mt-2 text-muted">{words.by(model)}</p>}
          <p className="mt-1 text-muted">{words.note}</p>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

interface Words {
  summary: string;
  messages(count: number): string;
  article: string;
  articlePart(count: number, total: number): string;
}

function* rowsOf(
  { article, summaryTokens, messages, messageTokens }: ReplyRead,
  words: Words,
): Generator<{ name: string; tokens: number }> {
  if (article !== null) {
    const { passages, passagesTotal, tokens } = article;
    const name = passages < passagesTotal ? words.articlePart(passages, passagesTotal) : words.article;
    yield { name, tokens };
  }
  if (summaryTokens > 0) yield { name: words.summary, tokens: summaryTokens };
  yield { name: words.messages(messages), tokens: messageTokens };
}
