// The size report: what a reader downloads, gzipped, against its limit.
//   tools/sizes [FOLDER]   (dist/ by default); ends with 1 when a group is over its limit.
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';

const folder = process.argv[2] ?? 'dist';
const code = new Set(['.wasm', '.mjs', '.js']);

// The faces are inside the page's wasm. What embeds the page in another is a download of that other.
const groups = [
  { name: 'engine module', limit: 60_000, has: (file) => /^engine(_wasm\.|_relaxed\.|\.|\/)/.test(file) },
  { name: 'embed', limit: null, has: (file) => /^embed/.test(file) },
  { name: 'page: wasm, JS, fonts', limit: 450_000, has: () => true },
];

// Every file of the site but the examples, which are pages of their own.
const below = (place) =>
  readdirSync(place, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? below(join(place, entry.name)) : relative(folder, join(place, entry.name)),
  );
const files = below(folder)
  .filter((file) => code.has(extname(file)) && !file.startsWith('examples'))
  .map((file) => {
    const bytes = readFileSync(join(folder, file));
    return { file, raw: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length, group: groups.find((g) => g.has(file)) };
  });
if (!files.some(({ file }) => file.endsWith('.wasm'))) {
  console.error(`there is no built site in ${folder}: run tools/run --build-only`);
  process.exit(1);
}

// Of a program with two binaries a reader downloads one: the larger of both counts.
for (const relaxed of files.filter(({ file }) => file.endsWith('_relaxed.wasm'))) {
  const plain = files.find(({ file }) => file === relaxed.file.replace('_relaxed', ''));
  const smaller = plain.gzip < relaxed.gzip ? plain : relaxed;
  smaller.instead = true;
}

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} KB`;
let over = false;
for (const group of groups) {
  const members = files.filter((file) => file.group === group);
  if (!members.length) continue;
  const total = members.reduce((sum, { gzip, instead }) => sum + (instead ? 0 : gzip), 0);
  const within = group.limit === null || total <= group.limit;
  over ||= !within;
  const limit = group.limit === null ? '' : ` of ${kilobytes(group.limit)}${within ? '' : '  OVER THE LIMIT'}`;
  console.log(`${group.name.padEnd(24)} ${kilobytes(total).padStart(9)}${limit}`);
  for (const { file, raw, gzip, instead } of members.sort((a, b) => b.gzip - a.gzip)) {
    console.log(`  ${file.padEnd(22)} ${kilobytes(gzip).padStart(9)}  (${kilobytes(raw)} before gzip)${instead ? ', or' : ''}`);
  }
}
process.exitCode = over ? 1 : 0;
