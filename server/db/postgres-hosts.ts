/** A PostgreSQL with standbys: the address names several hosts, one of which takes writes. */
import pg from "pg"

/** The addresses of each host of `postgresql://user:password@one:5432,two:5432/name?…`, in order. */
export const hostAddresses = (url: string): ReadonlyArray<string> => {
  const parts = /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^/?]*)([^?]*)\??(.*)$/.exec(url)
  const [, start = "", hosts = "", name = "", query = ""] = parts ?? []
  const parameters = new URLSearchParams(query)
  // The meaning is always read-write. The driver knows neither parameter.
  for (const own of ["target_session_attrs", "pgbouncer"]) parameters.delete(own)
  const others = parameters.size === 0 ? name : `${name}?${parameters}`
  return hosts.split(",").map((host) => `${start}${host}${others}`)
}

/**
 * True for an address of PgBouncer in transaction mode (`pgbouncer=true`): what belongs to a connection,
 * such as a named statement or a time limit, does not last from one transaction to the next.
 */
export const isPooledAddress = (url: string): boolean => /[?&]pgbouncer=true(?:&|$)/.test(url)

const inRecoverySql = "select pg_is_in_recovery() as standby"

/** Connects to the host that takes writes. */
export interface WritableHosts {
  /** For the pool: clients of the host that took writes last. */
  readonly Client: new (
    config?: pg.ClientConfig,
  ) => pg.Client
  /**
   * Takes a connection of the pool. Where a host refuses or is a standby, the next one is tried, each
   * once. Rejects with the last failure.
   */
  readonly connect: (pool: pg.Pool) => Promise<pg.PoolClient>
}

/** With one host a connection is taken as it is: a pooler or a proxy decides then. */
export const makeWritableHosts = (url: string): WritableHosts => {
  const addresses = hostAddresses(url)
  let current = 0
  const writable = new WeakSet<pg.ClientBase>()
  class HostClient extends pg.Client {
    constructor(config: pg.ClientConfig = {}) {
      super({ ...config, connectionString: addresses[current] })
    }
  }
  const takeWritable = async (pool: pg.Pool): Promise<pg.PoolClient> => {
    const client = await pool.connect()
    if (addresses.length === 1 || writable.has(client)) return client
    try {
      const { rows } = await client.query<{ standby: boolean }>(inRecoverySql)
      if (rows[0]?.standby !== false) throw new Error("connection error: the host is a standby")
      writable.add(client)
      return client
    } catch (error) {
      client.release(true)
      throw error
    }
  }
  const connect = async (pool: pg.Pool): Promise<pg.PoolClient> => {
    for (let tried = 1; ; tried += 1) {
      const asked = current
      try {
        return await takeWritable(pool)
      } catch (error) {
        // Of many callers that fail at once, one moves on to the next host.
        if (current === asked) current = (asked + 1) % addresses.length
        if (tried >= addresses.length) throw error
      }
    }
  }
  return { Client: HostClient, connect }
}
