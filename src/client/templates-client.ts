import type { Parameters } from '#schema/runs/run.ts';
import {
  type TemplateDetail,
  type TemplatePreview,
  templateDetailSchema,
  templatePreviewSchema,
} from '#schema/template.ts';
import { type TemplateList, templateListSchema } from '#schema/wire.ts';
import type { Api } from './call-api.ts';

export interface TemplatesClient {
  list(): Promise<TemplateList>;
  get(id: string): Promise<TemplateDetail>;
  /** The prompt with sample texts, or the reason why it cannot be rendered. */
  preview(id: string, parameters?: Parameters): Promise<TemplatePreview>;
}

export function createTemplatesClient({ read }: Api): TemplatesClient {
  return {
    list: () => read(templateListSchema, { path: '/api/templates' }),
    get: (id) => read(templateDetailSchema, { path: pathOf(id) }),
    preview: (id, parameters = {}) =>
      read(templatePreviewSchema, { method: 'POST', path: `${pathOf(id)}/preview`, body: { parameters } }),
  };
}

function pathOf(id: string): string {
  return `/api/templates/${encodeURIComponent(id)}`;
}
