import { Migration } from '@mikro-orm/migrations'

export class Migration20261122090727_raise_spaces_routine extends Migration {
  override name = 'Migration20261122090727_raise_spaces_routine'

  override up(): void | Promise<void> {
    this.addSql(`create or replace function "raise_spaces"("changed" jsonb) returns jsonb language plpgsql as \$\$ begin declare answer jsonb;     begin
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
            else case when jsonb_array_length(space.past) >= 32 then space.past - 0 else space.past end
              || jsonb_build_array(jsonb_build_array(excluded.run, space.version)) end
        returning id, version
      ), recorded as (
        insert into change (space, collection, entity_id, version, deleted)
        select t.space, t.collection, t.id, r.version, t.deleted from touched t join raised r on r.id = t.space
        on conflict (space, collection, entity_id) do update set version = excluded.version, deleted = excluded.deleted
      )
      select coalesce(jsonb_agg(jsonb_build_object('space', r.id, 'version', r.version) order by r.id), '[]')
      into answer from raised r;       return answer;     end; end \$\$;`)
  }

  override down(): void | Promise<void> {
    this.addSql(`drop function if exists "raise_spaces"(jsonb);`)
  }
}
