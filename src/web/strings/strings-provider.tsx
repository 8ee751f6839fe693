import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { readKept, useKeptState } from '#web/kept-state.ts';
import type { Strings } from './en/en.ts';
import { enFirst, type FirstStrings } from './en/en-first.ts';
import type { LaterStrings } from './en/en-later.ts';
import { createFormats, type Formats } from './formats.ts';
import { type InterfaceLanguage, interfaceLanguages } from './languages.ts';
import { type LanguageChoice, parseLanguageChoice, resolveLanguage } from './resolve-language.ts';

interface StringsContext {
  strings: Strings;
  formats: Formats;
  language: InterfaceLanguage;
  choice: LanguageChoice;
  choose(choice: LanguageChoice): void;
  later: LaterPart;
}

const Context = createContext<StringsContext | null>(null);
const choiceKey = 'precis.language';

/** Runs before the app renders, so that no other language appears briefly. */
export function loadFirstCatalogue(): Promise<Catalogue> {
  const choice = parseLanguageChoice(readKept('local', choiceKey));
  return loadCatalogue(resolveLanguage(choice, navigator.languages).language);
}

export function StringsProvider({ first, children }: { first: Catalogue; children: ReactNode }) {
  const [choice, choose] = useKeptState({
    key: choiceKey,
    area: 'local',
    parse: parseLanguageChoice,
    isShared: true,
  });
  const wanted = resolveLanguage(choice, navigator.languages).language;
  // The old language stays on screen until the new one has loaded.
  const [catalogue, show] = useState(first);
  const { language } = catalogue;

  useEffect(() => {
    let isWanted = true;
    const change = async () => {
      const loaded = await completeCatalogue(await loadCatalogue(wanted));
      if (isWanted) show(loaded);
    };
    // If loading fails, the old language stays, because a partly translated interface helps nobody.
    if (wanted !== language) change().catch(() => {});
    return () => {
      isWanted = false;
    };
  }, [wanted, language]);

  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);

  const made = useMemo(() => {
    const formats = createFormats(resolveLanguage(catalogue.language, navigator.languages).locale);
    return { formats, ...makeStrings(catalogue, formats) };
  }, [catalogue]);
  return <Context value={{ ...made, language, choice, choose }}>{children}</Context>;
}

/** Strings outside `en/en-first.ts` are available only in parts that load later. */
export function useStrings(): Strings {
  return useStringsContext().strings;
}

export function useLaterStrings(): LaterPart {
  return useStringsContext().later;
}

export function useFormats(): Formats {
  return useStringsContext().formats;
}

export function useInterfaceLanguage(): InterfaceLanguage {
  return useStringsContext().language;
}

export function useLanguageChoice(): Pick<StringsContext, 'choice' | 'choose'> {
  return useStringsContext();
}

function useStringsContext(): StringsContext {
  const context = useContext(Context);
  if (context === null) throw new Error('useStrings must be used inside its provider');
  return context;
}

interface LaterPart {
  isLoaded(): boolean;
  load(): Promise<void>;
}

/** Strings that load later are added to the same object, so that nothing on the screen renders again. */
export function makeStrings(catalogue: Catalogue, formats: Formats): { strings: Strings; later: LaterPart } {
  const strings = catalogue.makeFirst(formats) as Strings;
  let isLoaded = false;
  let loading: Promise<void> | null = null;

  function add(makeLater: Catalogue['makeLater']): void {
    Object.assign(strings, makeLater?.(formats));
    isLoaded = makeLater !== null;
  }

  add(catalogue.makeLater);
  return {
    strings,
    later: {
      isLoaded: () => isLoaded,
      async load() {
        if (isLoaded) return;
        loading ??= completeCatalogue(catalogue).then(({ makeLater }) => add(makeLater));
        try {
          await loading;
        } catch (error) {
          loading = null;
          throw error;
        }
      },
    },
  };
}

interface Catalogue {
  language: InterfaceLanguage;
  makeFirst(formats: Formats): FirstStrings;
  /** Null until a part that loads later needs it. */
  makeLater: ((formats: Formats) => LaterStrings) | null;
}

export async function loadCatalogue(language: InterfaceLanguage): Promise<Catalogue> {
  try {
    return { language, makeFirst: await find(language).load(), makeLater: null };
  } catch {
    // English is part of the app, so it is always available.
    return { language: 'en', makeFirst: enFirst, makeLater: null };
  }
}

export async function completeCatalogue(catalogue: Catalogue): Promise<Catalogue> {
  return { ...catalogue, makeLater: catalogue.makeLater ?? (await find(catalogue.language).loadLater()) };
}

function find(language: InterfaceLanguage) {
  return interfaceLanguages.find(({ code }) => code === language) ?? interfaceLanguages[0];
}
