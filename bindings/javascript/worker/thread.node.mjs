// What runs in a thread of Node.
import { parentPort } from "node:worker_threads";
import { serve } from "./thread.mjs";

serve(parentPort);
