import { DialogSoon, lazyPart } from '#web/controls/lazy.ts';

export const TaggingDialog = lazyPart(
  async () => (await import('./tagging-dialog.tsx')).TaggingDialog,
  DialogSoon,
);

export const BatchDialog = lazyPart(
  async () => (await import('./tagging-dialog.tsx')).BatchDialog,
  DialogSoon,
);
