// A static file server for the built site, on the loopback interface only.
//   node tools/serve.mjs [folder] [--port N]
// Without --port (or with 0) the system picks a free one. Prints the address when it listens.
// Also a module: `serve(folder, port)` gives {address, close}.
import { createReadStream, realpathSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const types = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ts': 'text/plain; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
};

async function answer(root, request, response) {
  const refuse = (code, text) => {
    response.writeHead(code, { 'content-type': 'text/plain; charset=utf-8' });
    response.end(text + '\n');
  };
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405, 'Only GET and HEAD.');
  let path;
  try {
    path = decodeURIComponent(request.url.split(/[?#]/)[0]);
  } catch {
    return refuse(400, 'The path is not valid percent-encoding.');
  }
  let file = normalize(join(root, path));
  if (path.includes('\0') || (file !== root && !file.startsWith(root + sep))) return refuse(403, 'Outside the site.');
  try {
    let about = await stat(file);
    if (about.isDirectory()) {
      if (!path.endsWith('/')) {
        response.writeHead(301, { location: request.url.replace(/^[^?#]*/, '$&/') });
        return response.end();
      }
      file = join(file, 'index.html');
      about = await stat(file);
    }
    response.writeHead(200, {
      'content-type': types[extname(file)] ?? 'application/octet-stream',
      'content-length': about.size,
      // A rebuilt page is seen at the next load.
      'cache-control': 'no-cache',
      'last-modified': about.mtime.toUTCString(),
    });
    if (request.method === 'HEAD') return response.end();
    createReadStream(file).on('error', () => response.destroy()).pipe(response);
  } catch {
    refuse(404, 'Not found.');
  }
}

export function serve(folder, port = 0) {
  const root = resolve(folder);
  const server = createServer((request, response) => answer(root, request, response));
  return new Promise((done, failed) => {
    server.once('error', failed);
    server.listen(port, '127.0.0.1', () => {
      done({
        address: `http://127.0.0.1:${server.address().port}/`,
        close: () => {
          server.closeAllConnections?.();
          return new Promise((closed) => server.close(closed));
        },
      });
    });
  });
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const words = process.argv.slice(2);
  let port = 0;
  let folder = 'dist';
  for (let i = 0; i < words.length; ++i) {
    if (words[i] === '--port') port = Number(words[++i]);
    else folder = words[i];
  }
  try {
    const { address } = await serve(folder, port);
    console.log(address);
  } catch (error) {
    const why = error.code === 'EADDRINUSE' ? `port ${port} is in use; try another, or leave --port out` : error.message;
    console.error(`cannot serve ${folder}: ${why}`);
    process.exit(1);
  }
}
