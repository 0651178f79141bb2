#!/usr/bin/env node
/** `xstate-paths --file PATH` prints paths through a machine, `xstate-paths mutate` judges its mutants. */
import { runCommandLine } from "./command-line.ts"

await runCommandLine(process.argv.slice(2))
