import { getRouteApi, Link } from '@tanstack/react-router';
import { builtinModelProfileId } from '#schema/ids.ts';
import { useModels } from '#web/api/use-models.ts';
import { useSettings } from '#web/api/use-settings.ts';
import { buttonClass } from '#web/controls/button.tsx';
import { Loaded } from '#web/controls/loaded.tsx';
import { SectionHead } from '#web/settings/section-head.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { FoundOllama } from './found-ollama.tsx';
import { MeaningSettings } from './meaning-settings.tsx';
import { ModelCard } from './model-card.tsx';
import { ModelForm } from './model-form.tsx';

const route = getRouteApi('/settings/$section');

export function ModelsSection() {
  const { models: words } = useStrings().settings;
  const { open, add } = route.useSearch();
  const models = useModels();
  const settings = useSettings();
  return (
    <Loaded of={models}>
      {(profiles) => {
        if (add === true)
          return (
            <Loaded of={settings}>
              {(current) => <ModelForm profile={null} profiles={profiles} settings={current} />}
            </Loaded>
          );
        const opened = profiles.find(({ id }) => id === open && id !== builtinModelProfileId);
        if (opened !== undefined)
          return (
            <Loaded of={settings}>
              {(current) => <ModelForm profile={opened} profiles={profiles} settings={current} />}
            </Loaded>
          );
        return (
          <>
            <SectionHead title={words.heading} note={words.note}>
              <Link
                to="/settings/$section"
                params={{ section: 'models' }}
                search={{ add: true }}
                className={buttonClass('primary')}
              >
                {words.add}
              </Link>
            </SectionHead>
            {open === undefined ? null : <p className="mb-4 text-muted">{words.gone(open)}</p>}
            <Loaded of={settings}>
              {(current) => (
                <ul className="space-y-3">
                  {profiles.map((profile) => (
                    <li key={profile.id}>
                      <ModelCard profile={profile} profiles={profiles} settings={current} />
                    </li>
                  ))}
                </ul>
              )}
            </Loaded>
            {profiles.length > 1 ? (
              <Loaded of={settings}>
                {({ search }) => <MeaningSettings search={search} profiles={profiles} />}
              </Loaded>
            ) : (
              <>
                <FoundOllama taken={profiles.map(({ id }) => id)} />
                <FirstModel />
              </>
            )}
          </>
        );
      }}
    </Loaded>
  );
}

function FirstModel() {
  const { models: words } = useStrings().settings;
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-3 rounded-lg border border-dashed border-edge/70 px-4 py-3.5">
      <p className="min-w-0 max-w-prose flex-1 basis-64 text-muted">{words.suggestion}</p>
      <Link
        to="/settings/$section"
        params={{ section: 'models' }}
        search={{ add: true }}
        className={buttonClass('plain')}
      >
        {words.suggestionAction}
      </Link>
    </div>
  );
}
