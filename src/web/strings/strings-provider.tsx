import { createContext, type ReactNode, useContext, useEffect, useMemo } from 'react';
import { useKeptState } from '#web/kept/use-kept-state.ts';
import { en, type Strings } from './en.ts';
import { createFormats, type Formats } from './formats.ts';
import { type LanguageChoice, parseLanguageChoice, resolveLanguage } from './resolve-language.ts';
import { zhHans } from './zh-hans.ts';

interface StringsContext {
  strings: Strings;
  formats: Formats;
  choice: LanguageChoice;
  choose(choice: LanguageChoice): void;
}

const Context = createContext<StringsContext | null>(null);

const catalogues = { en, 'zh-Hans': zhHans };

export function StringsProvider({ children }: { children: ReactNode }) {
  const [choice, choose] = useKeptState({
    key: 'precis.language',
    area: 'local',
    parse: parseLanguageChoice,
    isShared: true,
  });
  const { language, locale } = resolveLanguage(choice, navigator.languages);

  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);

  const made = useMemo(() => {
    const formats = createFormats(locale);
    return { formats, strings: catalogues[language](formats) };
  }, [language, locale]);
  return <Context value={{ ...made, choice, choose }}>{children}</Context>;
}

export function useStrings(): Strings {
  return useStringsContext().strings;
}

export function useFormats(): Formats {
  return useStringsContext().formats;
}

export function useLanguageChoice(): Pick<StringsContext, 'choice' | 'choose'> {
  return useStringsContext();
}

function useStringsContext(): StringsContext {
  const context = useContext(Context);
  if (context === null) throw new Error('strings are used outside their provider');
  return context;
}
