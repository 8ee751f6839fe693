import type { Engine } from '#engine/create-engine.ts';
import type { Bus, Clock, EnginePorts, Log, Models, Save, TextWork, Transaction } from '#engine/ports.ts';
import type { RunId } from '#schema/ids.ts';
import type { BeforeRepair, CheckTarget } from '#schema/runs/check-wire.ts';
import type { Grounding, ModelCheck } from '#schema/runs/grounding.ts';
import type { SentenceOpinion, SentenceVerdict } from '#schema/runs/opinions.ts';
import type { Run, SourceRef } from '#schema/runs/run.ts';
import type { ListRunsQuery, RunPage } from '#schema/wire.ts';
import type { Edit } from '#text/second-opinion/edits.ts';

export interface Checked {
  source: SourceRef;
  text: string;
  /** The run that wrote the summary, or null if a person did. */
  runId: RunId | null;
  /** Reads the source of the summary. The rules may have to compare the two first, which takes time. */
  compare(): Promise<Compared>;
  /** Where anyone can read the source, or null. */
  url: string | null;
  /** The language that was requested for the summary, or null. */
  language: string | null;
  provider: string | null;
  model: string | null;
  madeAt: number;
}

export interface Compared {
  /** Includes the opinions of a model, if there are any. Null if the summary was never checked. */
  grounding: Grounding | null;
  /** The text that the sentences are compared with, or null if it is not stored or has changed. */
  sourceText: string | null;
}

/** What a model and a person say about one summary. It is valid as long as its text has this hash. */
export interface StoredOpinions {
  textHash: string;
  opinions: SentenceOpinion[];
  verdicts: SentenceVerdict[];
  /** Null if no model has checked the summary. */
  check: ModelCheck | null;
}

export interface NewOpinions {
  target: CheckTarget;
  textHash: string;
  opinions: SentenceOpinion[];
  check: ModelCheck;
}

/** A person's verdict on one sentence. Without `person`, the one before is withdrawn. */
export interface NewVerdict extends Omit<StoredOpinions, 'verdicts'> {
  target: CheckTarget;
  sentence: Omit<SentenceVerdict, 'person'>;
  person: SentenceVerdict['person'] | null;
  at: number;
}

export interface NewRepair {
  target: CheckTarget;
  runId: RunId;
  /** Hash of the text before the correction. */
  textHash: string;
  edits: Edit[];
  text: string;
  newTextHash: string;
  /** Number of tokens in the new text. */
  tokens: number;
  /** The verdicts of the rules before the correction. */
  groundingBefore: Grounding;
  grounding: Grounding;
  /** Opinions on the sentences that did not change, or null if a model has checked none of them. */
  opinions: Pick<NewOpinions, 'opinions' | 'check'> | null;
  provider: string | null;
  model: string | null;
  at: number;
}

/** Saving and undoing are refused if the summary has changed or been deleted since, or is about to be replaced. */
export interface CheckStore {
  /** Keeps the verdicts of a person on the same text. */
  saveOpinions(tx: Transaction, opinions: NewOpinions): ReturnType<Save>;
  /** The opinions are stored with the verdict if those that are stored are about an earlier text. */
  saveVerdict(verdict: NewVerdict): Promise<'saved' | 'changed'>;
  saveRepair(tx: Transaction, repair: NewRepair): ReturnType<Save>;
  getOpinions(target: CheckTarget): Promise<StoredOpinions | null>;
  /** The text before the correction that produced the text with this hash. */
  findRepair(target: CheckTarget, newTextHash: string): Promise<BeforeRepair | null>;
  /** The text before a run corrected it, or null if it is no longer stored. */
  getBefore(runId: RunId): Promise<{ target: CheckTarget; text: string } | null>;
  /** Undoes a correction. `changed`: the summary has changed since. `busy`: a run is about to replace it. */
  undoRepair(undo: { runId: RunId; tokens: number; at: number }): Promise<'undone' | 'changed' | 'busy'>;
}

export interface CheckPorts {
  store: CheckStore;
  /** Null if there is no such summary. */
  read(target: CheckTarget): Promise<Checked | null>;
  runs: { listRuns(query: ListRunsQuery): Promise<RunPage> };
  engine: Pick<Engine, 'submit'>;
  getSettings: EnginePorts['getSettings'];
  models: Models;
  textWork: TextWork;
  bus: Pick<Bus, 'publish'>;
  /** Notifies the clients that show this summary, in addition to the `changed` events on the bus. */
  tellChanged(target: CheckTarget): Promise<void>;
  clock: Pick<Clock, 'now'>;
  log: Log;
  /** SHA-256 in hex. */
  hash(text: string): string;
}

export interface CheckOrder {
  target: CheckTarget;
  source: SourceRef;
  text: string;
  /** Includes the opinions of a model, if there are any. */
  grounding: Grounding;
  sourceText: string;
  trigger: Run['trigger'];
  runId?: RunId | undefined;
}
