import { useMutation, useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, CircleX } from 'lucide-react';
import type { Check } from '#schema/wire.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { Button } from '#web/controls/button.tsx';
import { Loaded } from '#web/controls/loaded.tsx';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import { useOffline } from '#web/offline/offline-provider.tsx';
import { SectionHead } from '#web/settings/section-parts.tsx';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import { SectionPart } from './section-parts.tsx';

export function AboutSection() {
  const client = useClient();
  const { about } = useStrings().settings;
  const formats = useFormats();
  const health = useQuery({
    queryKey: ['health'],
    queryFn: async () => {
      const answer = await client.health();
      return { ...answer, startedAt: Date.now() - answer.uptimeMs };
    },
    gcTime: 0,
  });
  return (
    <>
      <SectionHead title={about.heading} />
      <Loaded of={health}>
        {({ version, store, startedAt }) => (
          <dl className="grid grid-cols-[8rem_1fr] gap-x-4 gap-y-1.5">
            <dt className="text-muted">{about.version}</dt>
            <dd>{version}</dd>
            <dt className="text-muted">{about.store}</dt>
            <dd>{about.stores[store]}</dd>
            <dt className="text-muted">{about.startedAt}</dt>
            <dd>{formats.time(startedAt)}</dd>
          </dl>
        )}
      </Loaded>
      <Diagnosis />
      <ThisBrowser />
    </>
  );
}

/** Runs only on request, because it makes real calls to the configured models. */
function Diagnosis() {
  const client = useClient();
  const { about } = useStrings().settings;
  const diagnosis = useQuery({
    queryKey: ['diagnosis'],
    queryFn: () => client.diagnosis(),
    enabled: false,
    retry: false,
  });
  return (
    <SectionPart title={about.diagnosis} note={about.diagnosisNote}>
      <Button disabled={diagnosis.isFetching} onClick={() => void diagnosis.refetch()}>
        {diagnosis.isFetching
          ? about.checking
          : diagnosis.data === undefined
            ? about.check
            : about.checkAgain}
      </Button>
      <div aria-live="polite" className="mt-4">
        <ErrorNotice error={diagnosis.error} />
        {diagnosis.data === undefined ? null : (
          <ul className="space-y-3">
            {diagnosis.data.checks.map((check) => (
              <CheckLine key={`${check.name} ${check.message}`} check={check} />
            ))}
          </ul>
        )}
      </div>
    </SectionPart>
  );
}

const icons = { ok: CircleCheck, warning: CircleAlert, failed: CircleX };
const inks = { ok: 'text-accent', warning: 'text-caution', failed: 'text-danger' };

function CheckLine({ check: { name, state, message, remedy } }: { check: Check }) {
  const { about } = useStrings().settings;
  const Icon = icons[state];
  return (
    <li className="flex gap-2.5 wrap-anywhere">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${inks[state]}`} />
      <div className="min-w-0">
        <p>
          <span className="sr-only">{about.states[state]}: </span>
          <span className="font-medium">{name}</span> <span className="text-muted">{message}</span>
        </p>
        {remedy === null ? null : <p>{remedy}</p>}
      </div>
    </li>
  );
}

/** Is shown only where the server requires a token and this browser has signed in with it. */
function ThisBrowser() {
  const client = useClient();
  const offline = useOffline();
  const { about } = useStrings().settings;
  const login = useQuery({ queryKey: ['login'], queryFn: () => client.login.get(), gcTime: 0 });
  const end = useMutation({
    mutationFn: (everywhere: boolean) => client.login.end({ everywhere: everywhere ? 'true' : 'false' }),
    async onSuccess() {
      await offline?.clear();
      // After this, nothing on the page can be loaded. The reloaded page explains how to sign in.
      window.location.reload();
    },
  });
  if (login.data?.by !== 'login') return null;
  return (
    <SectionPart title={about.login} note={about.loginNote}>
      <div className="flex flex-wrap gap-2">
        <Button disabled={end.isPending} onClick={() => end.mutate(false)}>
          {about.signOut}
        </Button>
        <Button look="quiet" disabled={end.isPending} onClick={() => end.mutate(true)}>
          {about.signOutEverywhere}
        </Button>
      </div>
      <ErrorNotice error={end.error} />
    </SectionPart>
  );
}
