import { Choices, WithSettings } from '#web/settings/form/settings-form.tsx';
import { SectionHead } from '#web/settings/section-parts.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { Glossary } from './glossary.tsx';

export function TranslationSection() {
  const { translation: words } = useStrings().settings;
  return (
    <>
      <SectionHead title={words.heading} note={words.note} />
      <WithSettings>
        {({ translation }) => (
          <>
            <Choices section="translation" saved={translation} labels={words} help={words.help} />
            <Glossary saved={translation.glossary} targetLanguage={translation.defaultTargetLanguage} />
          </>
        )}
      </WithSettings>
    </>
  );
}
