/** Projects of which nothing is recorded. */
export interface ExclusionStore {
  /** By name. */
  listExcluded(): Promise<string[]>;
  excludeProject(project: string, at: number): Promise<void>;
  /** False if it was not excluded. */
  includeProject(project: string): Promise<boolean>;
  /** The session belongs to the project: its later events do not name one. */
  noteExcluded(session: { key: string; project: string; at: number }): Promise<void>;
  /** Whether a session, stored or noted, belongs to an excluded project. */
  isOfExcluded(session: { contentSessionId: string; key: string }): Promise<boolean>;
  /** Notes of sessions that were not used since. */
  forgetNotes(before: number): Promise<void>;
}
