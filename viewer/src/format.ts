// Numbers and names for people.

/** A few significant digits, without the noise of binary fractions: 0.0412, 12.5, 1.2e−7. */
export function formatNumber(value: number, digits = 4): string {
  if (!Number.isFinite(value)) return '–';
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (Number.isInteger(value) && size < 1e7) return String(value).replace('-', '−');
  const text = size >= 1e5 || size < 1e-3 ? value.toExponential(2) : value.toPrecision(digits);
  const shortened = text.includes('.') ? text.replace(/\.?0+(?=e|$)/, '') : text;
  return shortened.replace('e+', 'e').replace(/-/g, '−');
}

/** "m/s" after its number; ratios have the unit "1" and are shown in percent. */
export function unitText(unit: string): string {
  return unit === '1' ? '%' : unit;
}

/** What numbers of a unit are multiplied by to be shown. */
export function unitFactor(unit: string): number {
  return unit === '1' ? 100 : 1;
}

/** About `count` round numbers in [min, max]: multiples of 1, 2 or 5 times a power of ten. */
export function ticks(min: number, max: number, count: number): number[] {
  if (!(max > min)) return [min];
  const rough = (max - min) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10) * power;
  const values: number[] = [];
  for (let k = Math.ceil(min / step - 1e-9); k * step <= max + 1e-9 * step; ++k)
    values.push(Number((k * step).toPrecision(12)) + 0);
  return values;
}

/** The ends of column names in metrics.csv that are units. */
const units: [string, string][] = [
  ['_kg_m_per_s', 'kg m/s'],
  ['_m_per_s', 'm/s'],
  ['_J', 'J'],
  ['_m', 'm'],
  ['_s', 's'],
];

export interface ColumnName {
  label: string;
  unit: string;
}

/** "energy_kinetic_J" is "energy kinetic" in J. */
export function columnName(column: string): ColumnName {
  const [ending, unit] = units.find(([end]) => column.endsWith(end)) ?? ['', ''];
  const stem = ending === '' ? column : column.slice(0, -ending.length);
  return { label: stem.replace(/_/g, ' '), unit };
}
