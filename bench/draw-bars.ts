interface Bars {
  title: string;
  unit: string;
  series: string[];
  rows: { label: string; values: (number | null)[] }[];
}

const colours = ['#b8b4a8', '#1f6f68', '#8fb8b3', '#c9a25e', '#a9a0c4', '#c98f8f', '#7d8fb3'];
const barHeight = 9;
const rowGap = 14;
const width = 760;
/** The width that a character of a label takes, approximately. */
const characterWidth = 6;

/** Draws a simple horizontal bar chart as SVG, readable on light and dark pages. */
export function drawBars({ title, unit, series, rows }: Bars): string {
  const left = Math.max(110, ...rows.map(({ label }) => 16 + label.length * characterWidth));
  const rowHeight = series.length * barHeight + rowGap;
  const height = 70 + rows.length * rowHeight;
  const top = Math.max(...rows.flatMap((row) => row.values.map((value) => value ?? 0)));
  const scale = (width - left - 60) / top;
  const legendStep = Math.min(108, Math.floor((width - left) / series.length));
  const legend = series.map(
    (name, index) =>
      `<rect x="${left + index * legendStep}" y="34" width="10" height="10" fill="${colours[index]}"/>` +
      `<text x="${left + 14 + index * legendStep}" y="43">${escapeXml(name)}</text>`,
  );
  const bars = rows.flatMap((row, rowIndex) => {
    const y = 60 + rowIndex * rowHeight;
    const label = `<text x="${left - 8}" y="${y + rowHeight / 2 - 3}" text-anchor="end">${escapeXml(row.label)}</text>`;
    return [label, ...row.values.map((value, index) => drawBar(value, index, y))];
  });

  function drawBar(value: number | null, index: number, y: number): string {
    if (value === null || Number.isNaN(value)) return '';
    const barY = y + index * barHeight;
    const length = Math.max(1, value * scale);
    return (
      `<rect x="${left}" y="${barY}" width="${length.toFixed(1)}" height="${barHeight - 2}" fill="${colours[index]}"/>` +
      `<text x="${(left + length + 4).toFixed(1)}" y="${barY + 7}" font-size="8">${value.toFixed(1)}</text>`
    );
  }

  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="11" fill="#55534c" role="img" aria-label="${escapeXml(`${title} (${unit})`)}">
<rect width="100%" height="100%" fill="#ffffff"/>
<text x="${left}" y="20" font-size="13" font-weight="600">${escapeXml(title)}</text>
${legend.join('\n')}
${bars.join('\n')}
</svg>
`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
