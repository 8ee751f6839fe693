/** Settings of projects: whether they are recorded, and the language of their summaries. */
export interface ProjectStore {
  /** Sorted by name. */
  listExcluded(): Promise<string[]>;
  excludeProject(project: string, at: number): Promise<void>;
  /** False if the project was not excluded. */
  includeProject(project: string): Promise<boolean>;
  /** Notes that the session belongs to the project, because its later events do not name one. */
  noteExcluded(session: { key: string; project: string; at: number }): Promise<void>;
  /** True if a stored or noted session belongs to an excluded project. */
  isOfExcluded(session: { contentSessionId: string; key: string }): Promise<boolean>;
  /** Deletes notes of sessions that were last used before this time. */
  forgetNotes(before: number): Promise<void>;

  /** A language tag such as `de`, or null for the language of the prompts. */
  getLanguage(project: string): Promise<string | null>;
  setLanguage(project: string, language: string | null): Promise<void>;

  /** True if prompts of the project get nothing from memory. */
  isQuiet(project: string): Promise<boolean>;
  setQuiet(project: string, isQuiet: boolean, at: number): Promise<void>;
}
