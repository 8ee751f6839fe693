import { useEffect, useRef, useState } from 'react';
import type { EntryId } from '#schema/entry.ts';
import { isSameLanguage } from '#text/language/language-names.ts';
import type { ArticleTranslation } from './use-translation.ts';

/** What has to be decided before the article can be translated: which model, or which language. */
export type Asking = 'model' | 'language' | null;

export interface TranslateAction {
  asking: Asking;
  ask(asking: Asking): void;
  /** Shows or hides the translation, and starts it if there is none. False where that is not possible. */
  toggle(): boolean;
  /** Shows the translation into this language, and starts it if there is none. */
  into(language: string): void;
  /** Into the chosen language, though the article seems to be in it. */
  anyway(): void;
}

/** The one action of the toolbar button and its key. `id` is the open entry's, known before its text is. */
export function useTranslateAction(translation: ArticleTranslation, id: EntryId | null): TranslateAction {
  const { known, translatedInto, isShown, hasAny, isInLanguage, show, start, chooseLanguage } = translation;
  const [asking, ask] = useState<Asking>(null);
  /** Until the entry's text is read, `translation` is that of the entry before. */
  const isCurrent = translation.entryId === id;

  /** What was asked for before the server had said what there is: a language, or the chosen one. */
  const awaited = useRef<{ id: EntryId; language: string | null } | null>(null);

  useEffect(() => {
    const asked = awaited.current;
    if (known === null || asked === null || !isCurrent) return;
    awaited.current = null;
    if (asked.id !== id) return;
    if (asked.language !== null) begin(asked.language);
    // It was pressed while nothing was shown: what has come into sight since then stays.
    else if (!isShown) toggle();
  });

  function toggle(): boolean {
    if (isCurrent && isShown) {
      show(false);
      return true;
    }
    if (known === null || !isCurrent) {
      // Pressed twice, it is as if it had not been pressed.
      awaited.current = id === null || awaited.current?.id === id ? null : { id, language: null };
      return id !== null;
    }
    if (hasAny) show(true);
    else if (!known.canTranslate) ask('model');
    else if (isInLanguage) ask('language');
    else {
      show(true);
      void start();
    }
    return true;
  }

  function begin(language: string): void {
    if (known?.canTranslate !== true || translatedInto.includes(language)) return;
    const isSource = known.sourceLanguage !== null && isSameLanguage(known.sourceLanguage, language);
    if (!isSource) void start({}, language);
  }

  return {
    asking,
    ask,
    toggle,
    anyway() {
      ask(null);
      show(true);
      void start({ anyway: true });
    },
    into(language) {
      ask(null);
      chooseLanguage(language);
      if (known !== null && isCurrent) begin(language);
      else if (id !== null) awaited.current = { id, language };
    },
  };
}
