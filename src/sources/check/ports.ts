import type { Engine } from '#engine/create-engine.ts';
import type { Bus, Clock, EnginePorts, Log, Models, Save, TextWork, Transaction } from '#engine/ports.ts';
import type { RunId } from '#schema/ids.ts';
import type { BeforeRepair, CheckTarget } from '#schema/runs/check-wire.ts';
import type { Grounding, ModelCheck } from '#schema/runs/grounding.ts';
import type { SentenceOpinion } from '#schema/runs/opinions.ts';
import type { Run, SourceRef } from '#schema/runs/run.ts';
import type { ListRunsQuery, RunPage } from '#schema/wire.ts';
import type { Edit } from '#text/second-opinion/edits.ts';

/** A summary as it is stored. */
export interface Checked {
  source: SourceRef;
  text: string;
  /** The run that wrote it; null: a person did. */
  runId: RunId | null;
  /** Reads what it was made from. Rules may have to compare the two first, which takes time with a long source. */
  compare(): Promise<Compared>;
  /** Where anyone can read the source; null: nowhere. */
  url: string | null;
  /** That it was requested in; null: none was. */
  language: string | null;
  /** The model that wrote it. */
  provider: string | null;
  model: string | null;
  madeAt: number;
}

export interface Compared {
  /** With the opinions of a model, if it has any; null: it was never checked. */
  grounding: Grounding | null;
  /** What its sentences are compared with; null: it is not stored, or not any more as it was. */
  sourceText: string | null;
}

/** The opinions of a model on one summary. They hold as long as its text has this hash. */
export interface StoredOpinions {
  textHash: string;
  opinions: SentenceOpinion[];
  check: ModelCheck;
}

export interface NewOpinions extends StoredOpinions {
  target: CheckTarget;
}

/** A corrected summary. */
export interface NewRepair {
  target: CheckTarget;
  runId: RunId;
  /** Of the text that was corrected. */
  textHash: string;
  edits: Edit[];
  text: string;
  newTextHash: string;
  /** Of the new text. */
  tokens: number;
  /** By rules, before and after. */
  groundingBefore: Grounding;
  grounding: Grounding;
  /** On sentences that stay as they were; null: a model has not checked any. */
  opinions: Omit<StoredOpinions, 'textHash'> | null;
  provider: string | null;
  model: string | null;
  at: number;
}

/** Refused where the summary has been replaced, edited, cleared or deleted since, or is about to be replaced. */
export interface CheckStore {
  saveOpinions(tx: Transaction, opinions: NewOpinions): ReturnType<Save>;
  saveRepair(tx: Transaction, repair: NewRepair): ReturnType<Save>;
  getOpinions(target: CheckTarget): Promise<StoredOpinions | null>;
  /** The text before the correction that produced the text with this hash. */
  findRepair(target: CheckTarget, newTextHash: string): Promise<BeforeRepair | null>;
  /** The text before a run corrected it; null: it is no longer stored. */
  getBefore(runId: RunId): Promise<{ target: CheckTarget; text: string } | null>;
  /** Brings that text back. `changed`: it is not the corrected one any more. `busy`: a run is about to replace it. */
  undoRepair(undo: { runId: RunId; tokens: number; at: number }): Promise<'undone' | 'changed' | 'busy'>;
}

export interface CheckPorts {
  store: CheckStore;
  /** Null: there is no such summary. */
  read(target: CheckTarget): Promise<Checked | null>;
  runs: { listRuns(query: ListRunsQuery): Promise<RunPage> };
  engine: Pick<Engine, 'submit'>;
  getSettings: EnginePorts['getSettings'];
  models: Models;
  textWork: TextWork;
  bus: Pick<Bus, 'publish'>;
  /** Tells those who show this summary, beyond the lists of changes. */
  tellChanged(target: CheckTarget): Promise<void>;
  clock: Pick<Clock, 'now'>;
  log: Log;
  /** SHA-256 in hex. */
  hash(text: string): string;
}

/** What a run of either task is about. */
export interface CheckOrder {
  target: CheckTarget;
  source: SourceRef;
  text: string;
  /** With the opinions of a model, if it has any. */
  grounding: Grounding;
  sourceText: string;
  trigger: Run['trigger'];
  runId?: RunId | undefined;
}
