import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { builtinModelProfileId } from '#schema/ids.ts';
import type { ModelProfile } from '#schema/models/model-profile.ts';
import { checkerAnswers, checkModes, type Settings } from '#schema/settings.ts';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import { CheckBox, Select } from '#web/settings/form/inputs.tsx';
import { usePatchSettings } from '#web/settings/use-settings-actions.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { profileOptions, withChosen } from './options.ts';
import { useSameModels } from './use-same-models.ts';

interface CheckSettingsProps {
  check: Settings['check'];
  profiles: readonly ModelProfile[];
}

/** Which sentences a model checks and corrects, and which model does. Each choice takes effect immediately. */
export function CheckSettings({ check, profiles }: CheckSettingsProps) {
  const { settings } = useStrings();
  const { check: words } = settings.summaries;
  const { form } = settings;
  const patch = usePatchSettings();
  const choose = (chosen: Partial<Settings['check']>) => patch.mutate({ check: chosen });
  // At once, not only when the server has saved it.
  const repairs = (patch.isPending ? patch.variables.check?.repair : undefined) ?? check.repair;
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="mt-4 max-w-md border-t border-line pt-6">
      <h3 id={headingId} className="mb-1 font-semibold">
        {words.heading}
      </h3>
      <p className="mb-4 text-muted">{words.note}</p>
      <div className="space-y-5">
        <Select
          name="mode"
          label={words.mode}
          help={words.help.mode}
          value={check.mode}
          options={checkModes.map((mode) => ({ value: mode, label: words.modes[mode] }))}
          onChoose={(mode) => choose({ mode })}
        />
        <ProfileSelect
          name="modelProfileId"
          label={words.model}
          help={words.help.model}
          chosen={check.modelProfileId}
          profiles={profiles}
          onChoose={(modelProfileId) => choose({ modelProfileId })}
        />
        <Select
          name="answers"
          label={words.answers}
          help={words.help.answers}
          hint={
            <>
              {words.recipe}{' '}
              <Link
                to="/settings/$section"
                params={{ section: 'models' }}
                search={{ add: true }}
                className="rounded-sm text-accent underline underline-offset-2 hover:text-ink"
              >
                {words.recipeLink}
              </Link>
            </>
          }
          value={check.answers}
          options={checkerAnswers.map((answers) => ({ value: answers, label: words.answerKinds[answers] }))}
          onChoose={(answers) => choose({ answers })}
        />
        <CheckBox
          label={words.repair}
          help={words.help.repair}
          checked={repairs}
          onCheck={(repair) => choose({ repair })}
        />
        <ProfileSelect
          name="repairModelProfileId"
          label={words.repairModel}
          help={words.help.repairModel}
          chosen={check.repairModelProfileId}
          profiles={profiles}
          onChoose={(repairModelProfileId) => choose({ repairModelProfileId })}
        />
        <ErrorNotice error={patch.error} />
        <output className="block min-h-5 text-muted">
          {patch.isPending ? form.saving : patch.isSuccess ? form.saved : null}
        </output>
      </div>
    </section>
  );
}

interface ProfileSelectProps {
  name: string;
  label: string;
  help: string;
  /** Null: the models that write summaries. */
  chosen: ModelProfile['id'] | null;
  profiles: readonly ModelProfile[];
  onChoose(chosen: ModelProfile['id'] | null): void;
}

/** The offline model is not offered: it understands no text. */
export function ProfileSelect({ name, label, help, chosen, profiles, onChoose }: ProfileSelectProps) {
  const { models } = useStrings().settings;
  const same = useSameModels();
  const able = profiles.filter(({ provider }) => provider !== 'builtin');
  // It may have replaced a profile that was removed.
  const nameOf = (id: ModelProfile['id'] | null) =>
    (id === builtinModelProfileId ? models.builtin : id) ?? '';
  return (
    <Select
      name={name}
      label={label}
      help={help}
      value={String(chosen ?? '')}
      options={[
        { value: '', label: same.primary },
        ...withChosen(profileOptions(able, models.builtin), chosen, nameOf(chosen)),
      ]}
      onChoose={(value) => onChoose(able.find(({ id }) => id === value)?.id ?? null)}
    />
  );
}
