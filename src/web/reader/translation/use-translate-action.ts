import { useEffect, useState } from 'react';
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

/** The one action of the toolbar button and its key. */
export function useTranslateAction(translation: ArticleTranslation): TranslateAction {
  const { known, translatedInto, isShown, hasAny, isInLanguage, show, start, chooseLanguage } = translation;
  const [asking, ask] = useState<Asking>(null);

  /** The article whose key was pressed before the server had said what there is. */
  const [awaited, setAwaited] = useState<ArticleTranslation['entryId']>(null);

  useEffect(() => {
    if (known !== null && awaited !== null && awaited === translation.entryId) toggle();
  });

  function toggle(): boolean {
    if (isShown) {
      show(false);
      return true;
    }
    if (known === null) {
      setAwaited(translation.entryId);
      return translation.entryId !== null;
    }
    setAwaited(null);
    if (hasAny) show(true);
    else if (!known.canTranslate) ask('model');
    else if (isInLanguage) ask('language');
    else {
      show(true);
      void start();
    }
    return true;
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
      if (known?.canTranslate !== true || translatedInto.includes(language)) return;
      const isSource = known.sourceLanguage !== null && isSameLanguage(known.sourceLanguage, language);
      if (!isSource) void start({}, language);
    },
  };
}
