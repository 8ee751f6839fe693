import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mapFields } from '#schema/field-table.ts';
import type { Settings } from '#schema/settings.ts';
import type { Spending, SpendingRow } from '#schema/wire.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { queryKeys, useSettings } from '#web/api/queries.ts';
import { Segmented } from '#web/controls/choice.tsx';
import { EmptyState, Loaded } from '#web/controls/loaded.tsx';
import { modelName } from '#web/controls/model-name.ts';
import { NoticeFrame } from '#web/controls/problem-notice.tsx';
import { Fields } from '#web/settings/form/fields.tsx';
import { FormFrame } from '#web/settings/form/form.tsx';
import { numberRows, useNumbers } from '#web/settings/form/settings-form.tsx';
import { SectionHead } from '#web/settings/section-parts.tsx';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import { CostChart, CostTable } from './cost-chart.tsx';
import { barsByDay, barsByMonth, sum, sumBy } from './spending-sums.ts';

/** The requested days cover a year, so that one request serves both the days and the months. */
const days = 366;
const shownDays = 30;
const shownMonths = 12;

export function SpendingSection() {
  const client = useClient();
  const { spending: words } = useStrings().settings;
  const settings = useSettings();
  const spending = useQuery({
    queryKey: queryKeys.spending(),
    queryFn: () => client.spending.get({ days, utcOffsetMinutes: -new Date().getTimezoneOffset() }),
  });
  return (
    <>
      <SectionHead title={words.heading} note={words.note} />
      <Loaded of={spending}>
        {(spent) => (
          <>
            {spent.paused ? (
              <div className="mb-5">
                <NoticeFrame tone="caution" title={words.paused}>
                  <p>{words.pausedNote}</p>
                </NoticeFrame>
              </div>
            ) : null}
            <Loaded of={settings}>{(current) => <CapsForm spent={spent} saved={current.spending} />}</Loaded>
            <SpentParts spent={spent} today={new Date(spending.dataUpdatedAt)} />
          </>
        )}
      </Loaded>
    </>
  );
}

type Scale = 'days' | 'months';

function SpentParts({ spent: { rows }, today }: { spent: Spending; today: Date }) {
  const strings = useStrings();
  const { spending: words } = strings.settings;
  const [scale, setScale] = useState<Scale>('days');
  const total = sum('', rows);
  if (total.costUsd === 0 && total.unpricedRuns === 0)
    return <EmptyState title={words.empty} next={words.emptyNext} />;

  const bars = scale === 'days' ? barsByDay(rows, shownDays, today) : barsByMonth(rows, shownMonths, today);
  const shown = rows.filter(({ day }) => day >= (bars[0]?.key ?? ''));
  const labelOf = (row: SpendingRow) => modelName(row, strings) ?? words.noModel;
  const sums = sum('', shown);
  return (
    <section className="mt-8 space-y-6 border-t border-line pt-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="font-semibold">{words.over}</h3>
        <Segmented<Scale>
          label={words.scale}
          value={scale}
          options={[
            { value: 'days', label: words.scales.days(shownDays) },
            { value: 'months', label: words.scales.months(shownMonths) },
          ]}
          onChoose={setScale}
        />
      </div>
      <CostChart bars={bars} />
      {sums.unpricedRuns === 0 ? null : <p className="text-caution">{words.unpriced(sums.unpricedRuns)}</p>}
      <CostTable title={words.byModel} column={strings.runs.columns.model} sums={sumBy(shown, labelOf)} />
      <CostTable
        title={words.byTask}
        column={strings.runs.columns.task}
        sums={sumBy(shown, ({ taskType }) => strings.runs.task[taskType])}
      />
    </section>
  );
}

interface CapsFormProps {
  spent: Spending;
  saved: Settings['spending'];
}

/** Shows the spending of today and this month against their caps, which can be set here. */
function CapsForm({ spent, saved }: CapsFormProps) {
  const { spending } = useStrings().settings;
  const form = useNumbers({ section: 'spending', saved, draftKey: 'spending/caps' });
  const spentUsd = { dailyCapUsd: spent.todayUsd, monthlyCapUsd: spent.monthUsd };
  return (
    <FormFrame label={spending.caps} form={form}>
      <div className="grid items-start gap-x-6 gap-y-5 sm:grid-cols-2">
        {form.names.map((name) => (
          <div key={name} className="space-y-3">
            <SpentMeter label={spending.spent[name]} spentUsd={spentUsd[name]} capUsd={saved[name]} />
            <Fields
              part="spending"
              rows={numberRows([name], () => spending.noCap)}
              words={{ fields: spending.fields, help: mapFields(spending.fields, () => spending.help) }}
              values={form.value}
              change={form.change}
            />
          </div>
        ))}
      </div>
    </FormFrame>
  );
}

interface SpentMeterProps {
  label: string;
  spentUsd: number;
  capUsd: number | null;
}

function SpentMeter({ label, spentUsd, capUsd }: SpentMeterProps) {
  const { spending } = useStrings().settings;
  const formats = useFormats();
  const words =
    capUsd === null ? formats.cost(spentUsd) : spending.ofCap(formats.cost(spentUsd), formats.cost(capUsd));
  const isOver = capUsd !== null && spentUsd >= capUsd;
  return (
    <div>
      <p className="text-xs text-muted">{label}</p>
      <p className="numeric text-lg font-semibold">{words}</p>
      {capUsd === null ? null : (
        <div
          role="meter"
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={capUsd}
          aria-valuenow={Math.min(spentUsd, capUsd)}
          aria-valuetext={words}
          className="mt-1 h-1.5 overflow-hidden rounded-full bg-sunken"
        >
          <div
            style={{ width: `${Math.min(100, (spentUsd / capUsd) * 100)}%` }}
            className={`h-full ${isOver ? 'bg-caution' : 'bg-accent'}`}
          />
        </div>
      )}
    </div>
  );
}
