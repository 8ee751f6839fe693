import type { DocumentedField } from '#schema/field-table.ts';
import { profileRows } from '#schema/models/profile-numbers.ts';
import { settingsFields } from '#schema/settings.ts';

interface Row extends DocumentedField {
  more?: string;
  empty?: string;
  group?: string;
}

const tables = new Map(
  Object.entries<Readonly<Record<string, Row>>>({
    profile: profileRows,
    settings: Object.fromEntries(
      Object.entries(settingsFields).flatMap(([section, fields]) =>
        Object.entries<Row>(fields).map(([name, row]) => [`${section}.${name}`, row]),
      ),
    ),
  }),
);

/** The page with each table between `<!-- fields: … -->` and `<!-- end -->` written from the table of those fields. */
export function renderFieldDocs(page: string): string {
  return page.replace(
    /(<!-- fields: (\w+) -->\n).*?(?=<!-- end -->)/gs,
    (_, opening: string, name: string) => `${opening}\n${renderTable(tables.get(name) ?? {})}\n`,
  );
}

function renderTable(fields: Readonly<Record<string, Row>>): string {
  const rows = Object.entries(fields).map(([name, field]) => {
    const { meaning, more } = field;
    return `| \`${name}\` | ${describeDefault(field)} | ${more === undefined ? meaning : `${meaning}; ${more}`} |\n`;
  });
  return `| field | default | meaning |\n|---|---|---|\n${rows.join('')}`;
}

function describeDefault({ value, initial, empty, group }: Row): string {
  if (empty === 'provider') return "the provider's";
  if (group === 'prices') return 'none';
  if (initial === undefined) return value.safeParse(undefined).success ? 'none' : '–';
  if (initial === null) return 'none';
  return typeof initial === 'string' ? `\`${initial}\`` : JSON.stringify(initial);
}
