/** The lists that the server reports as changed. */
export const changeKinds = [
  'runs',
  'issues',
  'models',
  'agents',
  'settings',
  'feeds',
  'entries',
  'tags',
  'spaces',
  'threads',
  'conversations',
] as const;
