// engine.mjs of the built site, which BANDSCOPE_DIST names, and the reference values.
import {readFileSync} from 'node:fs';
import {resolve} from 'node:path';
import {pathToFileURL} from 'node:url';

const here = new URL('.', import.meta.url);
const dist = process.env.BANDSCOPE_DIST ? pathToFileURL(resolve(process.env.BANDSCOPE_DIST) + '/')
                                        : new URL('../../../dist/', here);
export const {createEngine} = await import(new URL('engine.mjs', dist));

/** tests/golden/NAME.json */
export const golden = (name) => JSON.parse(readFileSync(new URL(`../../golden/${name}.json`, here), 'utf8'));
