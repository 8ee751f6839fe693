import type { SubmitRequest } from '#engine/submit-request.ts';
import { planCheck } from './plan-check.ts';
import { planRepair } from './plan-repair.ts';
import type { CheckOrder, CheckPorts } from './ports.ts';

/** The run that follows a new summary: a check if the settings ask for one, else a correction; null: neither. */
export async function planAfter(
  ports: Pick<CheckPorts, 'models' | 'getSettings' | 'textWork' | 'hash'>,
  order: CheckOrder,
): Promise<SubmitRequest | null> {
  const { mode, repair } = (await ports.getSettings()).check;
  const checked =
    mode === 'off' ? null : await planCheck(ports, order, { which: mode === 'all' ? 'unseen' : 'new' });
  return checked ?? (repair ? planRepair(ports, order) : null);
}
