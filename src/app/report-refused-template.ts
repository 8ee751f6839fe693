import { randomUUID } from 'node:crypto';
import type { Bus, Clock, Log } from '#engine/ports.ts';
import { issueIdSchema } from '#schema/ids.ts';
import type { TemplateNotice } from '#schema/template.ts';
import type { Store } from '#store/store.ts';

interface ReporterPorts {
  issues: Pick<Store['runs'], 'addIssue'>;
  bus: Bus;
  log: Log;
  clock: Clock;
}

/** A user's template that is not used must not go unnoticed: it becomes an issue. */
export function createRefusedTemplateReporter({ issues, bus, log, clock }: ReporterPorts) {
  return (notice: TemplateNotice): void => {
    log.warn({ ...notice }, 'template file ignored');
    const issue = {
      id: issueIdSchema.parse(randomUUID()),
      kind: 'template-refused' as const,
      code: 'template_invalid' as const,
      message: notice.message,
      runId: null,
      details: { file: notice.file, templateId: notice.templateId },
      lastEvents: [],
      createdAt: clock.now(),
    };
    issues
      .addIssue(issue)
      .then(() => bus.publish({ kind: 'changed', what: 'issues' }))
      .catch((error: unknown) => log.error({ err: error }, 'issue could not be stored'));
  };
}
