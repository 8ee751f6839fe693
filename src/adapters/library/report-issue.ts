interface Reported {
  message: string;
}

interface Report<Issue> {
  onIssue: ((issue: Issue) => void) | undefined;
  /** Each kind of issue is logged only once. */
  kind: string;
}

const warned = new Set<string>();

/** Reports an issue to the host. Without a listener, the first issue of each kind is logged to the console. */
export function reportIssue<Issue extends Reported>(issue: Issue, { onIssue, kind }: Report<Issue>): void {
  if (onIssue === undefined) warnOnce(kind, issue.message);
  else onIssue(issue);
}

export function warnOnce(kind: string, message: string): void {
  if (warned.has(kind)) return;
  warned.add(kind);
  console.warn(
    `precis-memory: ${kind}: ${message} Nothing was lost or changed. Set onIssue to handle this; the warning is shown only once.`,
  );
}
