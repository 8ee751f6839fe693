/** What is set for projects: of which nothing is recorded, and in which language their summaries are written. */
export interface ProjectStore {
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

  /** A tag such as `de`; null: that of the prompts. */
  getLanguage(project: string): Promise<string | null>;
  setLanguage(project: string, language: string | null): Promise<void>;
}
