/** What can be added, in the order it is offered. */
export const addKinds = ['feed', 'page', 'text', 'file', 'opml'] as const;
export type AddKind = (typeof addKinds)[number];
