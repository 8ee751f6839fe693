import { useFormats } from '#web/strings/strings-provider.tsx';

export function When({ at }: { at: number }) {
  const formats = useFormats();
  return (
    <time
      dateTime={new Date(at).toISOString()}
      title={formats.fullTime(at)}
      className="numeric whitespace-nowrap"
    >
      {formats.time(at)}
    </time>
  );
}
