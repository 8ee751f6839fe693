import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react';
import { useLaterStrings } from '#web/strings/strings-provider.tsx';
import { loadReadingFace } from '#web/theme/load-face.ts';

interface LazyPart<P> {
  (props: P): ReactNode;
  /** Loads the part before it is shown. If loading fails, the error appears where the part is shown. */
  preload(): Promise<void>;
}

/**
 * Creates a part of a screen whose code is not needed at first. `Meanwhile` takes its place until it is loaded.
 * React's `lazy` would wait up to 300 ms before it replaces the placeholder.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Meanwhile: ComponentType<NoInfer<P>> | null = null,
): LazyPart<P> {
  let loaded: ComponentType<P> | null = null;
  let loading: Promise<void> | null = null;

  function start(): Promise<void> {
    loading ??= loadScreen(Promise.all([load(), loadReadingFace()])).then(
      ([component]) => {
        loaded = component;
      },
      (error: unknown) => {
        loading = null;
        throw error;
      },
    );
    return loading;
  }

  function Part(props: P): ReactNode {
    const [state, setState] = useState<{ error: unknown } | null>(null);
    const strings = useLaterStrings();
    // This is read during rendering, because the code may arrive before the effect runs.
    const isLoaded = loaded !== null && strings.isLoaded();
    useEffect(() => {
      if (isLoaded) return undefined;
      let isWanted = true;
      const tell = (error: unknown) => {
        if (isWanted) setState({ error });
      };
      Promise.all([start(), loadScreen(strings.load())]).then(() => tell(null), tell);
      return () => {
        isWanted = false;
      };
    }, [isLoaded, strings]);
    if (loaded !== null && isLoaded) return createElement(loaded, props);
    if (state !== null && state.error !== null) throw state.error;
    return Meanwhile === null ? null : createElement(Meanwhile, props);
  }

  return Object.assign(Part, { preload: () => start().catch(() => {}) });
}

/** The code of a screen did not load. The server is down, or runs another version with different file names. */
export class ScreenNotLoadedError extends Error {
  constructor(cause: unknown) {
    super('the code of the screen could not be loaded', { cause });
    this.name = 'ScreenNotLoadedError';
  }
}

/**
 * Wraps the error, because the router would otherwise reload the page. Without a server, that shows only the
 * browser's error page.
 */
async function loadScreen<T>(loading: Promise<T>): Promise<T> {
  try {
    return await loading;
  } catch (error) {
    throw new ScreenNotLoadedError(error);
  }
}

/** Loads parts ahead once there is nothing else to do. They then open at once, even without the server. */
export function usePreload(isReady: boolean, parts: readonly Pick<LazyPart<never>, 'preload'>[]): void {
  const strings = useLaterStrings();
  useEffect(() => {
    let isWanted = isReady;
    if (isReady)
      void untilIdle().then(() => {
        if (!isWanted) return;
        for (const part of parts) void part.preload();
        // If loading fails, the error appears where the parts are shown.
        strings.load().catch(() => {});
      });
    return () => {
      isWanted = false;
    };
  }, [isReady, parts, strings]);
}

const idleMs = 2000;

/** Waits until the browser is idle. Safari has no idle callbacks. */
export function untilIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: idleMs });
    else setTimeout(resolve, idleMs / 10);
  });
}

interface DialogSoonProps {
  isOpen?: boolean;
  onClose(): void;
}

/** Takes the place of a dialog whose code is loading. Typed keys must not act on the screen behind it. */
export function DialogSoon({ isOpen = true, onClose }: DialogSoonProps) {
  useEffect(() => {
    if (!isOpen) return undefined;
    const swallow = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      event.stopPropagation();
      if (event.key === 'Escape') onClose();
    };
    window.addEventListener('keydown', swallow, { capture: true });
    return () => window.removeEventListener('keydown', swallow, { capture: true });
  }, [isOpen, onClose]);
  return null;
}
