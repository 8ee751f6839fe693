import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react';
import { useLaterStrings } from '#web/strings/strings-provider.tsx';
import { loadReadingFace } from '#web/theme/load-face.ts';
import { loadScreen } from './load-screen.ts';

export interface LazyPart<P> {
  (props: P): ReactNode;
  /** Loads it before it is shown. If that fails, it fails where it is shown. */
  preload(): Promise<void>;
}

/**
 * A part of a screen whose code is not needed at first sight. `Meanwhile` stands in its place until it is loaded. Not
 * `lazy` of React, which shows what arrives at once no sooner than 300 ms after what stood in its place.
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
    // As it is drawn now: it may arrive before the effect runs.
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
