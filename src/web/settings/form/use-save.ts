import { useState } from 'react';
import { type AppError, toAppError } from '#schema/app-error.ts';
import { type FieldErrors, noErrors, readServerErrors } from './field-errors.ts';

export type Checked<T> = { ok: true; input: T } | { ok: false; errors: FieldErrors };

export interface SubmitOptions {
  andTest?: boolean;
}

export interface Saving {
  errors: FieldErrors;
  /** The server's objection, or why it could not be reached. */
  problem: AppError | null;
  state: 'idle' | 'saving' | 'saved';
  /** `andTest`: also tests whether it works. */
  submit(options?: SubmitOptions): Promise<void>;
}

interface SaveOptions<T> {
  /** Runs before anything is sent. */
  check(): Checked<T>;
  save(input: T, options: SubmitOptions): Promise<unknown>;
}

/** Validates locally, saves on the server, and keeps the errors of both. */
export function useSave<T>({ check, save }: SaveOptions<T>): Saving {
  const [errors, setErrors] = useState(noErrors);
  const [problem, setProblem] = useState<AppError | null>(null);
  const [state, setState] = useState<Saving['state']>('idle');

  async function submit(options: SubmitOptions = {}): Promise<void> {
    if (state === 'saving') return;
    setProblem(null);
    const checked = check();
    setErrors(checked.ok ? noErrors : checked.errors);
    setState(checked.ok ? 'saving' : 'idle');
    if (!checked.ok) return;
    try {
      await save(checked.input, options);
      setState('saved');
    } catch (thrown) {
      const error = toAppError(thrown);
      setProblem(error);
      setErrors(readServerErrors(error) ?? noErrors);
      setState('idle');
    }
  }

  return { errors, problem, state, submit };
}
