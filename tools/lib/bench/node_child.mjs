// The process in which Node's measurements run; see places.mjs.
import { kTasks } from './tasks.mjs';

process.on('message', async ({ task, options }) => {
  try {
    process.send({ result: await kTasks[task](options) });
  } catch (problem) {
    process.send({ error: String(problem?.stack ?? problem) });
  }
});
