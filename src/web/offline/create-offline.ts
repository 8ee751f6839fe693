import { createClient } from '#client/create-client.ts';
import { isStandIn, type Reachability } from '#web/api/connection.ts';
import type { Device, KeptSize, keepApp, openDevice } from './device.ts';
import { type KeptRequest, toKeptRequest } from './kept-request.ts';

export interface OfflineState {
  /** Whether offline reading is turned on for this device. */
  isOn: boolean;
  /** When the stored entries were last updated, or null if nothing is stored. */
  keptAt: number | null;
  /** Number of changes not yet sent to the server. */
  waiting: number;
  /** Whether stored data was shown in place of a server response since the server became unreachable. */
  isShown: boolean;
}

export interface Offline {
  /** Answers from this device if the server is unreachable and the answer is stored. */
  fetch: Reachability['fetch'];
  get(): OfflineState;
  subscribe(listener: () => void): () => void;
  measure(): Promise<KeptSize>;
  /** Turning it off deletes everything stored. */
  setOn(isOn: boolean): Promise<void>;
  /** Deletes everything stored, in all tabs. */
  clear(): Promise<void>;
  /** Called when another tab changes what is stored. */
  readAgain(): void;
}

export interface OfflineParts {
  reachability: Reachability;
  /** Loads the offline code on demand, so that it does not delay the first screen. */
  loadDevice(): Promise<{ openDevice: typeof openDevice; keepApp: typeof keepApp }>;
  clearDevice(): Promise<void>;
  read(key: OfflineKey): string | null;
  write(key: OfflineKey, value: string | null): void;
  now(): number;
  isVisible(): boolean;
  untilIdle(): Promise<void>;
  wait(ms: number): Promise<void>;
}

export type OfflineKey = 'choice' | 'kept-at' | 'waiting';

/** Delays the first update, so that it does not compete with the first screen. */
const startMs = 4000;
/** Lists change often during a feed refresh, so updates are at least this far apart. */
const keepEveryMs = 30_000;
const keepSoonMs = 1000;
const learnMs = 2000;

interface Noted {
  asked: KeptRequest;
  sent: string;
  response: Response;
  /** The generation at the time of the request. */
  asOf: number;
}

export function createOffline(parts: OfflineParts): Offline {
  const { reachability, loadDevice, clearDevice, read, write, now, isVisible, untilIdle, wait } = parts;
  const listeners = new Set<() => void>();
  const client = createClient({ fetch: ask });
  let state: OfflineState = { ...readStored(), isShown: false };
  let opening: Promise<Device> | null = null;
  /** Increases when the stored data is deleted; responses to earlier requests are then not stored. */
  let generation = 0;
  let isOut = false;
  let starting: Promise<void> | null = null;
  let hurry: () => void = () => {};
  let learning: Promise<void> = Promise.resolve();
  let keepingAt: number | null = null;
  let isKeepingDue = false;

  reachability.subscribe(() => {
    if (reachability.isAway()) return;
    if (state.waiting > 0) void send();
    if (state.isShown) set({ isShown: false });
  });

  function readStored(): Omit<OfflineState, 'isShown'> {
    const keptAt = read('kept-at');
    return {
      isOn: read('choice') !== 'off',
      keptAt: keptAt === null ? null : Number(keptAt) || null,
      waiting: Number(read('waiting')) || 0,
    };
  }

  function set(next: Partial<OfflineState>): void {
    state = { ...state, ...next };
    if ('keptAt' in next) write('kept-at', next.keptAt === null ? null : String(next.keptAt));
    if ('waiting' in next) write('waiting', next.waiting === 0 ? null : String(next.waiting));
    for (const listener of listeners) listener();
  }

  async function ask(input: Request, init?: RequestInit): Promise<Response> {
    const response = await reachability.fetch(input, init);
    if (response.status === 401 && !isOut) {
      isOut = true;
      clear().catch(() => {});
    } else if (response.ok) isOut = false;
    return response;
  }

  function device(): Promise<Device> {
    opening ??= open();
    return opening;
  }

  async function open(): Promise<Device> {
    const loaded = await loadDevice();
    return loaded.openDevice({
      client,
      now,
      untilIdle,
      onWaiting: (waiting) => {
        if (waiting !== state.waiting) set({ waiting });
      },
      onGone: leave,
    });
  }

  function leave(): void {
    opening = null;
    keepingAt = null;
    generation += 1;
    set({ keptAt: null, waiting: 0, isShown: false });
  }

  async function clear(): Promise<void> {
    const closing = opening;
    leave();
    const closed = await closing?.catch(() => null);
    closed?.close();
    await clearDevice();
  }

  /** Null if this device cannot answer. */
  async function answer(asked: KeptRequest, sent: string): Promise<Response | null> {
    try {
      // Recent responses may not be stored yet. The wait is limited, because a body may never end.
      hurry();
      await Promise.race([learning, wait(learnMs)]);
      const body = await (await device()).answer(asked, sent);
      if (body === null) return null;
      if (!isChange(asked) && !state.isShown) set({ isShown: true });
      return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
    } catch {
      // Without storage, or if it is full, the request fails as unreachable.
      return null;
    }
  }

  async function send(): Promise<void> {
    try {
      await (await device()).send();
    } catch {
      // The changes stay stored and are sent later.
    }
  }

  function note({ asked, sent, response, asOf }: Noted): void {
    const copy = response.clone();
    starting ??= start();
    const ready = starting;
    learning = learning
      .then(() => ready)
      .then(() => learn())
      .catch(() => {});

    async function learn(): Promise<void> {
      const answered = await copy.text();
      if (asOf !== generation || !state.isOn) return;
      await (await device()).learn({ asked, sent, status: copy.status, answered });
      if (asked.kind === 'list' || asked.kind === 'mark-read' || asked.kind === 'patch-many') keepSoon();
    }
  }

  async function start(): Promise<void> {
    const asOf = generation;
    const hurried = new Promise<void>((resolve) => {
      hurry = resolve;
    });
    await Promise.race([wait(startMs).then(untilIdle), hurried]);
    // Signing out in another tab must not be undone here.
    if (asOf === generation && state.isOn && !isOut) void keepShell();
  }

  async function keepShell(): Promise<void> {
    try {
      await (await loadDevice()).keepApp();
    } catch {
      // Without a service worker, only an already open page works offline.
    }
  }

  function keepSoon(): void {
    if (isKeepingDue) return;
    isKeepingDue = true;
    const pause = keepingAt === null ? 0 : keepingAt + keepEveryMs - now();
    void wait(Math.max(keepSoonMs, pause)).then(keep);
  }

  async function keep(): Promise<void> {
    isKeepingDue = false;
    if (!state.isOn || !isVisible() || reachability.isAway()) return;
    keepingAt = now();
    const noted = generation;
    try {
      const isDone = await (await device()).keepRecent();
      if (isDone && noted === generation) set({ keptAt: now() });
    } catch {
      // The stored entries stay as they are until the next attempt.
    }
  }

  return {
    async fetch(input, init) {
      const asked = state.isOn ? toKeptRequest(input) : null;
      if (asked === null) return ask(input, init);
      const asOf = generation;
      const sent = isChange(asked) ? await input.clone().text() : '';
      // The server must receive earlier changes before any other request.
      if (state.waiting > 0 && !reachability.isAway()) await send();
      if (reachability.isAway() || (isChange(asked) && state.waiting > 0)) {
        const kept = await answer(asked, sent);
        if (kept !== null) return kept;
      }
      try {
        const response = await ask(input, init);
        if (isStandIn(response)) return (await answer(asked, sent)) ?? response;
        if (response.ok || response.status === 404) note({ asked, sent, response, asOf });
        return response;
      } catch (error) {
        const kept = input.signal.aborted ? null : await answer(asked, sent);
        if (kept === null) throw error;
        return kept;
      }
    },
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async measure() {
      return state.keptAt === null ? { entries: 0, bytes: 0 } : (await device()).measure();
    },
    async setOn(isOn) {
      write('choice', isOn ? null : 'off');
      set({ isOn });
      if (!isOn) return clear();
      await keepShell();
      keepSoon();
      return undefined;
    },
    clear,
    readAgain() {
      const stored = readStored();
      // While another tab deleted the database, this tab may have opened it again.
      if (state.keptAt !== null && stored.keptAt === null) clear().catch(() => {});
      state = { ...state, ...stored };
      for (const listener of listeners) listener();
    },
  };
}

function isChange({ kind }: KeptRequest): boolean {
  return kind === 'patch' || kind === 'patch-many';
}
