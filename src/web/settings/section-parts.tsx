import { Link } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';
import { Button } from '#web/controls/button.tsx';
import { Picker, Segmented } from '#web/controls/choice.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import type { Section, SettingsSearch } from './settings-search.ts';

interface SectionLinkProps {
  section: Section;
  /** The parameters that open an item or a new one. */
  search?: SettingsSearch;
  label?: string;
  className: string;
  children: ReactNode;
}

export function SectionLink({ section, search = {}, label, className, children }: SectionLinkProps) {
  return (
    <Link
      to="/settings/$section"
      params={{ section }}
      search={search}
      aria-label={label}
      className={className}
    >
      {children}
    </Link>
  );
}

interface SectionHeadProps {
  title: string;
  note?: ReactNode;
  /** The section that a detail page links back to. */
  back?: Section;
  children?: ReactNode;
}

export function SectionHead({ title, note, back, children }: SectionHeadProps) {
  const { settings } = useStrings();
  return (
    <header className="mb-5">
      {back === undefined ? null : (
        <SectionLink
          section={back}
          className="mb-1 -ms-1 inline-flex items-center gap-0.5 rounded text-xs text-muted hover:text-ink pointer-coarse:min-h-11"
        >
          <ChevronLeft aria-hidden className="size-3.5" />
          {settings.sections[back]}
        </SectionLink>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="min-w-0 text-lg font-semibold wrap-anywhere">{title}</h2>
        {children === undefined ? null : <div className="flex flex-wrap gap-2">{children}</div>}
      </div>
      {note === undefined ? null : <div className="mt-1 max-w-prose text-muted">{note}</div>}
    </header>
  );
}

/** Shows a part of a section below a line. */
export function SectionPart({ title, note, children }: Omit<SectionHeadProps, 'back'>) {
  return (
    <section className="mt-8 border-t border-line pt-5">
      <h3 className={note === undefined ? 'mb-3 font-semibold' : 'font-semibold'}>{title}</h3>
      {note === undefined ? null : <p className="mt-0.5 mb-3 max-w-prose text-muted">{note}</p>}
      {children}
    </section>
  );
}

/** Shows a subtle tag beside a name. */
export function Tag({ strong = false, children }: { strong?: boolean; children: ReactNode }) {
  return (
    <span
      className={`rounded-full px-2 text-xs leading-5 whitespace-nowrap ${strong ? 'bg-accent-wash text-accent' : 'bg-sunken text-muted'}`}
    >
      {children}
    </span>
  );
}

interface OnOffProps {
  label: string;
  words: Record<'on' | 'off', string>;
  isOn: boolean;
  onChoose(isOn: boolean): void;
}

/** Shows a setting with two choices, both of which are visible. */
export function OnOff({ label, words, isOn, onChoose }: OnOffProps) {
  return (
    <div className="max-w-xs">
      <Segmented<'on' | 'off'>
        label={label}
        labelShown
        value={isOn ? 'on' : 'off'}
        options={(['on', 'off'] as const).map((value) => ({ value, label: words[value] }))}
        onChoose={(value) => onChoose(value === 'on')}
      />
    </div>
  );
}

interface ReplacementProps<T extends string> {
  /** The reason why something has to take its place. */
  reason: string;
  label: string;
  value: T;
  options: readonly { value: T; label: string }[];
  onChoose(value: T): void;
}

/** Asks what takes the place of something in use before it is removed. */
export function Replacement<T extends string>({ reason, ...picker }: ReplacementProps<T>) {
  const id = useId();
  return (
    <div className="space-y-1.5">
      <label htmlFor={id}>{reason}</label>
      <Picker<T> {...picker} control={{ id }} className="w-full" />
    </div>
  );
}

interface FileButtonProps {
  /** The label of the field for the file, which is hidden. */
  label: string;
  isBusy?: boolean;
  onChoose(file: File): void;
  children: ReactNode;
}

/** Asks for a JSON file. */
export function FileButton({ label, isBusy = false, onChoose, children }: FileButtonProps) {
  const inputRef = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button disabled={isBusy} onClick={() => inputRef.current?.click()}>
        {children}
      </Button>
      <input
        ref={inputRef}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label={label}
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file !== undefined) onChoose(file);
        }}
      />
    </>
  );
}
