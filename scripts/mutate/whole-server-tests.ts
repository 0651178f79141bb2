/**
 * Sources that run in a whole server alone, or in a process or thread that it starts, each with the tests
 * that use what it is for, of tests/server if no folder is named: the first notices most. Their changes are
 * made active in those processes too.
 */
const TESTS_BY_SOURCE: Readonly<Record<string, readonly string[]>> = {
  app: ["lifecycle", "auth", "visibility"],
  endpoints: ["edge", "batch"],
  main: ["lifecycle", "shutdown"],
  operator: ["operator", "operator-people"],
  "db/application-role": ["append-only"],
  "db/backup": ["backup"],
  "db/backup-file": ["backup"],
  "db/database": ["lifecycle", "append-only", "backup"],
  "db/directory-lock": ["lifecycle"],
  "db/disk-space": ["disk-space"],
  "db/embedded-engine": ["embedded-engine", "disk-space"],
  "db/embedded-layer": ["embedded-engine", "disk-space", "lifecycle"],
  "db/engine-messages": ["embedded-engine"],
  "db/engine-thread": ["embedded-engine"],
  "db/engine-worker": ["embedded-engine"],
  "db/postgres": ["db"],
  "db/postgres-hosts": ["chaos/failover", "db"],
  "db/prepared-statements": ["embedded-engine"],
  "db/restore": ["backup"],
  "db/tables": ["backup"],
  "fault-injection/commands": ["unit/fault-commands", "faults"],
  "fault-injection/device-script": ["faults-device"],
  "fault-injection/fault-injector": ["unit/fault-commands", "faults", "faults-stream"],
  "fault-injection/http-faults": ["faults"],
  "fault-injection/stream-faults": ["faults-stream"],
  "http/api": ["unit/call-failures", "edge", "batch", "auth"],
  "http/brand": ["site-configuration"],
  "http/edge": ["edge", "proxy", "rates", "site-configuration", "market-log"],
  "http/graceful-shutdown": ["shutdown"],
  "http/headers": ["pages", "edge"],
  "http/health": ["health", "visibility", "edge"],
  "http/image-sender": ["uploads", "bounded-queues"],
  "http/json": ["edge", "robustness", "slow-readers"],
  "http/listener": ["shutdown", "edge", "robustness"],
  "http/openapi": ["unit/openapi", "edge"],
  "http/private-listener": ["visibility", "lifecycle"],
  "http/uploads": ["uploads"],
  "http/webhooks": ["webhooks"],
  "market/feed": ["lifecycle"],
  "members/demo": ["lifecycle"],
  "members/login": ["credentials", "auth", "logins"],
  "members/logins": ["logins", "account"],
  "members/wechat": ["wechat"],
  "operator/account-commands": ["unit/operator-commands", "operator", "operator-people", "auth"],
  "operator/appearance-commands": ["unit/operator-commands", "site-configuration"],
  "operator/backup-commands": ["unit/operator-commands", "backup", "operator"],
  "operator/book-commands": ["unit/operator-commands", "operator", "read-only"],
  "operator/commands-without-server": ["operator", "backup"],
  "operator/continuous-check": ["operator", "visibility"],
  "operator/freeze-commands": ["unit/operator-commands", "frozen-member"],
  "operator/people": ["unit/operator-commands", "operator-people"],
  "operator/proposals": ["unit/operator-commands", "operator-people"],
  "operator/run-command": ["operator", "operator-people"],
  "operator/statement-commands": ["unit/operator-commands", "operator-people"],
  "payment-simulator/main": ["webhooks"],
  "push/deliver-notices": ["push"],
  "push/send-push": ["push"],
  "push/subscriptions": ["push"],
  "stream/quote-stream": ["market-stream", "faults-stream", "visibility"],
  "stream/upgrade": ["faults-stream", "sessions"],
  "verify/audit-main": ["audit-command", "market-log"],
  "verify/main": ["verify"],
}

export const wholeServerSources: readonly string[] = Object.keys(TESTS_BY_SOURCE).map(
  (name) => `server/${name}.ts`,
)

/** The tests of a source that runs in a whole server alone, nearest first; none for any other. */
export const wholeServerTestsOf = (source: string): readonly string[] =>
  (TESTS_BY_SOURCE[source.replace(/^server\/|\.ts$/g, "")] ?? []).map(
    (name) => `tests/${name.includes("/") ? name : `server/${name}`}.test.ts`,
  )
