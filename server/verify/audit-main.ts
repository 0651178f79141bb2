/**
 * npm run audit -- URL [--symbol SYMBOL] [--key KEY] [--seen FILE] [--witness FILE [--name NAME]]
 *
 * Downloads the public logs of a market and recomputes them: every tick, tile and price summary, up to
 * the signed checkpoint; and what the market owes its members, from the published leaves of the last day.
 * URL is the address of the site; without `--symbol` every log is audited. KEY is the market's verifier key or a file that holds it; without it the one that the site names is taken, and
 * the output says so. `--seen` is a checkpoint that the log must extend, as an earlier audit printed it.
 * `--witness` cosigns what was audited. Exit codes: 0 everything agrees, 1 something differs (the first
 * difference is named), 2 nothing could be audited.
 */
import { auditCommand } from "./audit-command.ts"

process.exitCode = await auditCommand(process.argv.slice(2), console)
