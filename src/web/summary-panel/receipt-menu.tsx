import { ChevronDown } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { RunId } from '#schema/ids.ts';
import { type ReceiptFormat, receiptFormats } from '#schema/runs/receipt.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { Button } from '#web/controls/button.tsx';
import { downloadText, fileNameOf } from '#web/controls/files/download-text.ts';
import { menuClass, menuSeparatorClass } from '#web/controls/menu.ts';
import { MenuItem } from '#web/controls/more-menu.tsx';
import { useInterfaceLanguage, useStrings } from '#web/strings/strings-provider.tsx';

interface ReceiptMenuProps {
  /** Null: no stored and checked summary is shown. */
  runId: RunId | null;
  /** Of the article, for the name of the file. */
  title: string;
  onCopy(text: string): Promise<void>;
  onFailed(error: Error): void;
}

const types: Record<ReceiptFormat, string> = {
  md: 'text/markdown',
  html: 'text/html',
  json: 'application/json',
};

/** Copies or downloads a summary together with the verdict and passages of each sentence. */
export function ReceiptMenu({ runId, title, onCopy, onFailed }: ReceiptMenuProps) {
  const { panel } = useStrings();
  const language = useInterfaceLanguage();
  const client = useClient();

  function withReceipt(format: ReceiptFormat, use: (text: string) => void | Promise<void>): void {
    if (runId === null) return;
    client.checks.receipt({ kind: 'summary', id: runId, format, language }).then(use).catch(onFailed);
  }

  return (
    // Content behind a modal menu could still be reached by Tab.
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <Button
          look="quiet"
          disabled={runId === null}
          aria-label={panel.receipts}
          title={panel.receipts}
          className="-ms-1 w-6 px-0! @xl:-ms-1.5"
        >
          <ChevronDown aria-hidden className="size-3 text-muted" />
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={document.getElementById('main')}>
        <DropdownMenu.Content
          side="top"
          align="start"
          sideOffset={6}
          collisionPadding={8}
          className={menuClass}
        >
          <MenuItem onSelect={() => withReceipt('md', onCopy)}>{panel.copyReceipt}</MenuItem>
          <DropdownMenu.Separator className={menuSeparatorClass} />
          <DropdownMenu.Label className="px-2.5 py-1 text-xs text-muted">
            {panel.exportReceipt}
          </DropdownMenu.Label>
          {receiptFormats.map((format) => (
            <MenuItem
              key={format}
              onSelect={() =>
                withReceipt(format, (text) =>
                  downloadText({ name: fileNameOf(title, format), type: types[format], text }),
                )
              }
            >
              {panel.receiptFormats[format]}
            </MenuItem>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
