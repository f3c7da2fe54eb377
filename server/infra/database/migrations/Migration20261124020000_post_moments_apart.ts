import { Migration } from '@mikro-orm/migrations'

export class Migration20261124020000_post_moments_apart extends Migration {
  override name = 'Migration20261124020000_post_moments_apart'

  override up(): void | Promise<void> {
    // A run of its own: in a database that was restored, devices know of other rows under the versions that are raised here.
    this.addSql(
      `update "epoch" set "run" = greatest("run" + 1, (extract(epoch from clock_timestamp()) * 1000)::bigint);`,
    )
    // A later place has a later moment, by a millisecond at least: none comes before one of a lower place, and what shares
    // a moment, or has one too close to the next, goes back. One that is yet to come, by a clock that was ahead, counts as now,
    // and for no other.
    this.addSql(`with "ordered" as (
        select "id", "performer_id", "seq", "published_at",
          case when "published_at" > now() then date_trunc('milliseconds', now())
            else max("published_at") filter (where "published_at" <= now()) over (partition by "performer_id" order by "seq")
          end as "moment"
        from "post" where "seq" is not null
      ), "apart" as (
        select "id", min("moment" - "seq" * interval '1 millisecond') over (
            partition by "performer_id" order by "seq" desc rows between unbounded preceding and current row
          ) + "seq" * interval '1 millisecond' as "moment"
        from "ordered"
      ), "moved" as (
        update "post" p set "published_at" = a."moment" from "apart" a
        where p."id" = a."id" and p."published_at" <> a."moment"
        returning p."id", p."performer_id"
      )
      select "raise_spaces"(coalesce(jsonb_agg(jsonb_build_object(
        'space', 'p:' || "performer_id", 'collection', 'posts', 'id', "id", 'deleted', false)), '[]'))
      from "moved";`)
  }

  override down(): void | Promise<void> {
    // Moments that were moved apart may stay so.
  }
}
