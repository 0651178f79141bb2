/**
 * systemd as the first process of namespaces of its own, with one unit of this project: it starts,
 * restarts and stops the unit as on a machine that it has booted, and nothing outside is changed.
 */
import { execFile, spawn, spawnSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { promisify } from "node:util"

const execute = promisify(execFile)

const SYSTEMD = ["/usr/lib/systemd/systemd", "/lib/systemd/systemd"].find(existsSync)
const READY_WITHIN_MS = 20_000

const unit = readFileSync(join(import.meta.dirname, "../../deploy/financial-links.service"), "utf8")

/** The unit's own limit for a stop, after which systemd kills. */
export const STOP_LIMIT_MS = Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]) * 1_000

/** Where control groups of version 2 are mounted, beside those of version 1 or alone. */
const findGroups = (): string | null => {
  if (!existsSync("/proc/mounts")) return null
  const mounts = readFileSync("/proc/mounts", "utf8").split("\n")
  const [, folder] = mounts.find((line) => line.split(" ")[2] === "cgroup2")?.split(" ") ?? []
  return folder ?? null
}

const namespaces = [
  "--pid",
  "--fork",
  "--kill-child",
  "--mount",
  "--mount-proc",
  "--cgroup",
  "--ipc",
  "--uts",
]

/** Makes a control group and removes it again. */
const canMakeGroup = (): boolean => {
  const path = join(findGroups() ?? "/nonexistent", `links-probe-${process.pid}`)
  try {
    mkdirSync(path)
    rmdirSync(path)
    return true
  } catch {
    return false
  }
}

/** What is missing on this machine. */
export const missingForSystemd = (): ReadonlyArray<string> => [
  ...(SYSTEMD === undefined ? ["systemd"] : []),
  ...(existsSync("/usr/bin/nsenter") ? [] : ["nsenter"]),
  ...(spawnSync("unshare", [...namespaces, "true"]).status === 0 ? [] : ["the right to make namespaces"]),
  ...(canMakeGroup() ? [] : ["the right to make control groups"]),
]

/** Units that others require and that a machine has from its distribution. */
const stubs = ["sysinit", "basic", "shutdown", "network-online", "multi-user"] as const

/**
 * Makes the places that the unit names, in a mount namespace: /etc is a copy, /opt and /var/lib are
 * empty but for the project. The kernel's settings cannot be written.
 */
const prepareScript = `
  mount --make-rprivate /
  mount --bind "$PROJECT" /mnt
  mount -t tmpfs tmpfs /run
  cp -a /etc /run/etc
  mount --bind /run/etc /etc
  rm -rf /etc/systemd/system
  cp -r "$FOLDER/units" /etc/systemd/system
  install -m 600 "$FOLDER/environment" /etc/financial-links.env
  echo "$ACCOUNT:x:64999:64999::/nonexistent:/usr/sbin/nologin" >> /etc/passwd
  echo "$ACCOUNT:x:64999:" >> /etc/group
  mount -t tmpfs tmpfs /opt
  mkdir /opt/financial-links
  mount --move /mnt /opt/financial-links
  mount -t tmpfs tmpfs /var/lib
  mount -t cgroup2 cgroup2 /sys/fs/cgroup
  mount -o bind,ro /proc/sys /proc/sys
  exec env -i "PATH=$PATH" container=test SYSTEMD_UNIT_PATH=/etc/systemd/system \\
    SYSTEMD_GENERATOR_PATH=/nonexistent SYSTEMD_ENVIRONMENT_GENERATOR_PATH=/nonexistent \\
    "$SYSTEMD" --system --unit=multi-user.target --show-status=0 --log-target=console --log-level=info`

const writeUnits = (folder: string, { name, unit, logTo }: UnitOptions): void => {
  const units = join(folder, "units")
  mkdirSync(join(units, `${name}.service.d`), { recursive: true })
  writeFileSync(join(units, `${name}.service`), unit)
  // a machine has a journal
  const log = `[Service]\nStandardOutput=append:${logTo}\nStandardError=append:${logTo}\n`
  writeFileSync(join(units, `${name}.service.d`, "log.conf"), log)
  for (const stub of stubs)
    writeFileSync(join(units, `${stub}.target`), "[Unit]\nDefaultDependencies=no\nAllowIsolate=yes\n")
}

export interface UnitOptions {
  /** Without ".service". */
  readonly name: string
  /** Text of the unit. It is not changed. */
  readonly unit: string
  /** The account that the unit names. */
  readonly account: string
  /** Text of /etc/financial-links.env. */
  readonly environment: string
  /** The built project, seen as /opt/financial-links. */
  readonly project: string
  /** File that gets the output of the unit, in place of a journal. */
  readonly logTo: string
}

/** A running systemd. */
export interface ServiceManager {
  /** Runs systemctl in it; rejects with what it prints when it fails. */
  readonly systemctl: (...args: ReadonlyArray<string>) => Promise<string>
  /** A property of the unit. */
  readonly property: (name: string) => Promise<string>
  /** Runs a program where the unit's paths exist. */
  readonly run: (program: string, ...args: ReadonlyArray<string>) => Promise<string>
  /** Kills systemd and everything that it has started. */
  readonly end: () => Promise<void>
}

/** Removes a control group with those below it, once their processes have ended. */
const removeGroup = async (path: string): Promise<void> => {
  for (const entry of readdirSync(path, { withFileTypes: true }))
    if (entry.isDirectory()) await removeGroup(join(path, entry.name))
  for (let attempt = 0; ; attempt += 1)
    try {
      return rmdirSync(path)
    } catch (error) {
      if (attempt === 100) throw error
      await pause(50)
    }
}

const childOf = (pid: string): string => {
  const path = `/proc/${pid}/task/${pid}/children`
  return existsSync(path) ? readFileSync(path, "utf8").trim() : ""
}

/** Ends with its standard input, so also when the tests are killed. */
const keepScript = `
  echo $$ > "$GROUP/cgroup.procs"
  unshare ${namespaces.join(" ")} sh -euc "$PREPARE" &
  read -r end || true
  kill -9 $!`

/** Starts systemd with the unit, which is neither enabled nor started yet. */
export const startServiceManager = async (options: UnitOptions): Promise<ServiceManager> => {
  const folder = mkdtempSync(join(tmpdir(), "links-units-"))
  writeUnits(folder, options)
  writeFileSync(join(folder, "environment"), options.environment)
  const group = join(findGroups() ?? "", `links-${randomBytes(6).toString("hex")}`)
  mkdirSync(group)
  // a session of its own: the terminal's signals mean something else to systemd
  const child = spawn("sh", ["-euc", keepScript], {
    detached: true,
    stdio: ["pipe", "ignore", "pipe"],
    env: {
      ...process.env,
      ...{ GROUP: group, PREPARE: prepareScript, PROJECT: options.project, FOLDER: folder },
      ...{ ACCOUNT: options.account, SYSTEMD: SYSTEMD ?? "" },
    },
  })
  let printed = ""
  child.stderr.on("data", (chunk: Buffer) => {
    printed += chunk.toString("utf8")
  })
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()))

  const run = async (program: string, ...args: ReadonlyArray<string>): Promise<string> => {
    // the keeper, unshare, systemd
    const systemd = childOf(childOf(String(child.pid)))
    const { stdout } = await execute("nsenter", ["-t", systemd, "-m", "-p", "--", program, ...args])
    return stdout.trim()
  }
  const systemctl = (...args: ReadonlyArray<string>) => run("systemctl", "--no-pager", ...args)
  const end = async (): Promise<void> => {
    child.stdin.end()
    await ended
    await removeGroup(group)
    rmSync(folder, { recursive: true, force: true })
  }
  const deadlineMs = performance.now() + READY_WITHIN_MS
  for (;;) {
    const answer = await systemctl("is-active", "multi-user.target").catch(() => "")
    if (answer === "active") break
    if (child.exitCode !== null || performance.now() > deadlineMs) {
      await end()
      throw new Error(`systemd does not start:\n${printed}`)
    }
    await pause(100)
  }
  return {
    systemctl,
    run,
    property: (name) => systemctl("show", `${options.name}.service`, "--value", "-p", name),
    end,
  }
}
