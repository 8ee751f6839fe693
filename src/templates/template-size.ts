export const maxTemplateBytes = 262_144;
