import { useId } from 'react';
import type { Settings } from '#schema/settings.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { Choices, WithSettings } from './form/settings-form.tsx';
import { SectionHead, SectionLink } from './section-parts.tsx';

export function SummariesSection() {
  const { summaries } = useStrings().settings;
  return (
    <>
      <SectionHead title={summaries.heading} note={summaries.note} />
      <WithSettings>
        {({ summaryAgent, check }) => (
          <>
            <Choices section="summaryAgent" saved={summaryAgent} labels={summaries} help={summaries.help} />
            <CheckSettings saved={check} />
          </>
        )}
      </WithSettings>
    </>
  );
}

/** Which sentences a model checks and corrects, and which model does. */
function CheckSettings({ saved }: { saved: Settings['check'] }) {
  const { check: words } = useStrings().settings.summaries;
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="mt-4 max-w-md border-t border-line pt-6">
      <h3 id={headingId} className="mb-1 font-semibold">
        {words.heading}
      </h3>
      <p className="mb-4 text-muted">{words.note}</p>
      <Choices
        section="check"
        saved={saved}
        labels={{ ...words, modeOptions: words.modes, answersOptions: words.answerKinds }}
        help={words.help}
        hints={{
          answers: (
            <>
              {words.recipe}{' '}
              <SectionLink
                section="models"
                search={{ add: true }}
                className="rounded-sm text-accent underline underline-offset-2 hover:text-ink"
              >
                {words.recipeLink}
              </SectionLink>
            </>
          ),
        }}
      />
    </section>
  );
}
