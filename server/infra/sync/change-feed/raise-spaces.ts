import { Routine } from '@mikro-orm/core'
import { PAST_MAX } from '@vesper/sync/engine/core/lineage.ts'

/**
 * Raises the spaces of the rows that are given, locked in sorted order, and notes each row under its space's new version.
 * Takes rows as `{space, collection, id, deleted}`, answers `[{space, version}]`. A function, since PostgreSQL keeps the
 * plan of what is in one: to make that plan takes longer than to raise a space. [TIME-5] In another history than the one in
 * which the run began, the first raise begins a run.
 */
export const raiseSpacesRoutine = new Routine({
  name: 'raise_spaces',
  type: 'function',
  language: 'plpgsql',
  params: { changed: { type: 'jsonb' } },
  returns: { runtimeType: 'object', columnType: 'jsonb' },
  body: `
    declare answer jsonb; known text; present text;
    begin
      select e.history into known from epoch e;
      if known is not null then
        if known like 'start:%' then
          present := 'start:' || extract(epoch from pg_postmaster_start_time());
        else
          present := left(pg_walfile_name(pg_current_wal_insert_lsn()), 8);
        end if;
        if known <> present then
          update epoch e set history = present, run = greatest(e.run + 1, floor(extract(epoch from clock_timestamp()) * 1000)),
            held_at = case when known like 'start:%' then e.held_at else coalesce(e.held_at, clock_timestamp()) end
          where e.history = known;
          insert into server_run (run) select e.run from epoch e on conflict do nothing;
        end if;
      end if;
      with touched as (
        select t.space, t.collection, t.id, bool_or(t.deleted) as deleted
        from jsonb_to_recordset(changed) as t(space text, collection text, id uuid, deleted boolean)
        group by t.space, t.collection, t.id
      ), raised as (
        insert into space (id, version, run, past)
        select t.space, 1, e.run, jsonb_build_array(jsonb_build_array(e.run, 0))
        from (select distinct space from touched) as t, epoch e
        order by t.space
        on conflict (id) do update set
          version = space.version + 1,
          run = greatest(space.run, excluded.run),
          past = case when space.run >= excluded.run then space.past
            else case when jsonb_array_length(space.past) >= ${PAST_MAX} then space.past - 0 else space.past end
              || jsonb_build_array(jsonb_build_array(excluded.run, space.version)) end
        returning id, version
      ), recorded as (
        insert into change (space, collection, entity_id, version, deleted)
        select t.space, t.collection, t.id, r.version, t.deleted from touched t join raised r on r.id = t.space
        on conflict (space, collection, entity_id) do update set version = excluded.version, deleted = excluded.deleted
      )
      select coalesce(jsonb_agg(jsonb_build_object('space', r.id, 'version', r.version) order by r.id), '[]')
      into answer from raised r;
      return answer;
    end`,
})
