import { DialogSoon } from '#web/controls/lazy/dialog-soon.ts';
import { lazyPart } from '#web/controls/lazy/lazy-part.ts';

export const TaggingDialog = lazyPart(
  async () => (await import('./tagging-dialog.tsx')).TaggingDialog,
  DialogSoon,
);

export const BatchDialog = lazyPart(
  async () => (await import('./tagging-dialog.tsx')).BatchDialog,
  DialogSoon,
);
