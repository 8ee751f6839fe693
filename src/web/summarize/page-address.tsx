import { type FormEvent, useState } from 'react';
import { Button } from '#web/controls/button.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';

interface PageAddressProps {
  fetching: boolean;
  onFetch(address: string): void;
}

export function PageAddress({ fetching, onFetch }: PageAddressProps) {
  const { source } = useStrings();
  const [address, setAddress] = useState('');

  function fetchIt(event: FormEvent): void {
    event.preventDefault();
    if (address.trim() !== '' && !fetching) onFetch(address);
  }

  return (
    <form onSubmit={fetchIt} className="flex min-w-0 flex-1 items-center gap-2">
      <input
        type="text"
        inputMode="url"
        aria-label={source.address}
        placeholder={source.addressPlaceholder}
        value={address}
        autoCapitalize="off"
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setAddress(event.target.value)}
        className="h-8 w-full min-w-0 rounded-md border border-edge/60 bg-surface px-2.5 text-[0.8125rem] pointer-coarse:h-9"
      />
      <Button type="submit" disabled={fetching || address.trim() === ''}>
        {fetching ? source.fetching : source.fetch}
      </Button>
    </form>
  );
}
