import { detailLevels, targetLanguages } from '#schema/language.ts';
import { type Command, useCommands } from '#web/commands.ts';
import { ownLanguageName } from '#web/controls/languages/language-name.ts';
import { keyOf } from '#web/reader/shortcuts.ts';
import type { TranslateAction } from '#web/reader/translation/use-translate-action.ts';
import type { ArticleTranslation } from '#web/reader/translation/use-translation.ts';
import { useInterfaceLanguage, useStrings } from '#web/strings/strings-provider.tsx';
import type { PanelActions } from '#web/summary-panel/panel-actions.tsx';
import type { EntryPanel } from '#web/summary-panel/use-entry-panel.ts';
import type { PanelPlace } from '#web/summary-panel/use-panel-place.ts';
import type { AskAction } from './use-ask.ts';

interface Parts {
  /** Whether an article is open. */
  isOpen: boolean;
  panel: EntryPanel;
  actions: PanelActions;
  place: PanelPlace;
  translation: ArticleTranslation;
  translate: TranslateAction;
  ask: AskAction;
}

/** Adds commands for the open article, its summary and its translation to the command palette. */
export function useArticleCommands(parts: Parts): void {
  const { isOpen, panel, actions, place, translation, translate, ask } = parts;
  const { panel: words, palette, reader, translation: translating } = useStrings();
  const interfaceLanguage = useInterfaceLanguage();
  const { choice } = panel.view;

  function summaryCommands(): Command[] {
    const { summarize, abort, copy, moveDock } = actions;
    const { summary, abort: stopping, copy: copying, dock } = palette.words;
    const dockLabel = place.dock === 'below' ? palette.dockBeside : palette.dockBelow;
    return [
      ...offer('summary', words.summary, summary, summarize),
      ...offer('abort', words.abort, stopping, abort),
      ...offer('copy', words.copy, copying, copy),
      ...offer('dock', dockLabel, dock, moveDock),
    ];
  }

  function askCommands(): Command[] {
    const { start } = ask;
    if (start === null) return [];
    return [
      {
        id: 'ask',
        group: 'here',
        label: reader.article.askAbout,
        words: palette.words.ask,
        shortcut: keyOf('ask'),
        run: start,
      },
    ];
  }

  function printCommands(): Command[] {
    const print: Omit<Command, 'run' | 'link'> & { words: string } = {
      id: 'print',
      group: 'here',
      label: palette.print,
      words: palette.words.print,
    };
    const hasSummary = panel.view.shown !== null;
    return [
      { ...print, run: () => printArticle({ withSummary: false }) },
      ...(hasSummary
        ? [{ ...print, id: 'print-summary', label: palette.printWithSummary, run: printBoth }]
        : []),
    ];
  }

  function printBoth(): void {
    place.setOpen(true);
    printArticle({ withSummary: true });
  }

  function offer(
    name: 'summary' | 'abort' | 'copy' | 'dock',
    label: string,
    found: string,
    run: (() => void) | null,
  ): Command[] {
    if (run === null) return [];
    return [{ id: `panel-${name}`, group: 'here', label, words: found, shortcut: keyOf(name), run }];
  }

  function translationCommands(): Command[] {
    const { known, hasAny, isShown, isRunning, isStopping, language } = translation;
    if (known === null || (!known.canTranslate && !hasAny)) return [];
    const into = translating.into(ownLanguageName(language));
    const label = isShown ? translating.hide : hasAny ? translating.show : into;
    const own: Command[] = [
      {
        id: 'translate',
        group: 'here',
        label,
        words: translating.translate,
        shortcut: keyOf('translate'),
        run: () => void translate.toggle(),
      },
    ];
    if (isRunning && !isStopping)
      own.push({
        id: 'translate-abort',
        group: 'here',
        label: palette.abortTranslation,
        words: palette.words.abort,
        run: translation.abort,
      });
    if (!known.canTranslate) return own;
    const others = targetLanguages.filter(({ code }) => code !== language || isShown);
    return [
      ...own,
      ...others.map(
        ({ code, ownName }): Command => ({
          id: `translate-${code}`,
          group: 'here',
          label: translating.into(ownName),
          words: namesOfLanguage(code),
          isOneOfMany: true,
          isCurrent: isShown && code === language,
          run: () => translate.into(code),
        }),
      ),
    ];
  }

  function choices(): Command[] {
    return [
      ...detailLevels.map(
        (level): Command => ({
          id: `detail-${level}`,
          group: 'here',
          label: palette.choice(words.detailLevel, words.detail[level]),
          words: palette.words.detail,
          isOneOfMany: true,
          isCurrent: level === choice.detailLevel,
          run: () => panel.choose({ detailLevel: level }),
        }),
      ),
      ...targetLanguages.map(
        ({ code, ownName }): Command => ({
          id: `language-${code}`,
          group: 'here',
          label: palette.choice(words.targetLanguage, ownName),
          words: `${palette.words.language} ${namesOfLanguage(code)}`,
          isOneOfMany: true,
          isCurrent: code === choice.targetLanguage,
          run: () => panel.choose({ targetLanguage: code }),
        }),
      ),
    ];
  }

  /** Returns the names by which a language can be found: in English and in the language of the interface. */
  function namesOfLanguage(code: string): string {
    const names = ['en', interfaceLanguage].map((locale) =>
      new Intl.DisplayNames(locale, { type: 'language' }).of(code),
    );
    return names.join(' ');
  }

  useCommands(
    () =>
      isOpen
        ? [...summaryCommands(), ...translationCommands(), ...askCommands(), ...printCommands(), ...choices()]
        : [],
    { isFirst: true },
  );
}

/** Prints the open article like the browser's own command, or with its summary below. */
function printArticle({ withSummary }: { withSummary: boolean }): void {
  const { dataset } = document.documentElement;
  if (withSummary) {
    dataset.print = 'summary';
    window.addEventListener('afterprint', () => delete dataset.print, { once: true });
  }
  // In the next frame, the palette is closed and the panel is open.
  requestAnimationFrame(() => window.print());
}
