import { useMutation, useQuery } from '@tanstack/react-query';
import { useClient } from '#web/api/client-provider.tsx';
import { Button } from '#web/controls/button.tsx';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import { useOffline } from '#web/offline/offline-provider.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';

/** Only where the server requires a token, and this browser signed in with it. */
export function ThisBrowser() {
  const client = useClient();
  const offline = useOffline();
  const { about } = useStrings().settings;
  const login = useQuery({ queryKey: ['login'], queryFn: () => client.login.get(), gcTime: 0 });
  const end = useMutation({
    mutationFn: (everywhere: boolean) => client.login.end({ everywhere: everywhere ? 'true' : 'false' }),
    async onSuccess() {
      await offline?.clear();
      // Nothing on the page can be loaded after this; the page explains how to sign in.
      window.location.reload();
    },
  });
  if (login.data?.by !== 'login') return null;
  return (
    <section className="mt-8 border-t border-line pt-5">
      <h3 className="font-semibold">{about.login}</h3>
      <p className="mt-0.5 mb-3 max-w-prose text-muted">{about.loginNote}</p>
      <div className="flex flex-wrap gap-2">
        <Button disabled={end.isPending} onClick={() => end.mutate(false)}>
          {about.signOut}
        </Button>
        <Button look="quiet" disabled={end.isPending} onClick={() => end.mutate(true)}>
          {about.signOutEverywhere}
        </Button>
      </div>
      <ErrorNotice error={end.error} />
    </section>
  );
}
