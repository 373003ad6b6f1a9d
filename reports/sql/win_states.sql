-- What a model of winning knows of every state: a row for each log, action and side (a team, or a player who plays
-- alone) after the action, with what the side has, and in other_... the most that any other side has. Of the
-- games that statistics count only those of one group, without one game, and of these from the $first to the $last.
-- Actions are left out after which not everything is known of all players.
WITH grouped AS (
    SELECT
        log_id, edition, site,
        array_to_string(list_concat(sets, options, if(teams IS NULL, [], ['teams'])), '+') AS sets,
        players, teams,
        -- Logs that end in the same state are of one game, whatever it is called.
        md5_number_lower(coalesce(digest, concat_ws('/', site, coalesce(game_id, log_id)))) AS game
    FROM games
    WHERE (counts OR NOT $counted)
        AND NOT coalesce(site = $without_site AND game_id = $without_game, false)
        AND coalesce(digest <> $without_digest, true)
),
wanted AS MATERIALIZED (
    SELECT *, row_number() OVER (ORDER BY game, log_id)::INTEGER AS number FROM grouped
    WHERE edition = $edition AND sets = $sets AND players = $players
    QUALIFY row_number() OVER (ORDER BY game, log_id) BETWEEN $first AND $last
),
-- The age of each card by its id.
ages AS (
    SELECT list(coalesce(c.age, 0)::UTINYINT ORDER BY i.card) AS age
    FROM range(0, (SELECT max(card) + 1 FROM cards)) i(card) LEFT JOIN cards c ON c.card = i.card
),
table_of AS MATERIALIZED (
    SELECT
        w.number, s.action, s.turn, s.seat, s.achievements_count AS achievements, s.score,
        s.crown, s.leaf, s.lightbulb, s.castle, s.factory, s.clock, s.achievement_ages,
        len(s.hand)::UTINYINT AS hand, len(s.score_pile)::UTINYINT AS score_pile,
        (len(s.forecast) + len(s.display))::UTINYINT AS waiting,
        list_transform(
            [s.board_blue[-1], s.board_red[-1], s.board_green[-1], s.board_yellow[-1], s.board_purple[-1]],
            lambda top: coalesce(a.age[top + 1], 0)
        ) AS tops,
        (
            len(s.board_blue) + len(s.board_red) + len(s.board_green) + len(s.board_yellow) + len(s.board_purple)
        )::UTINYINT AS board,
        (
            (s.splay_blue <> 'none')::INT + (s.splay_red <> 'none')::INT + (s.splay_green <> 'none')::INT
            + (s.splay_yellow <> 'none')::INT + (s.splay_purple <> 'none')::INT
        )::UTINYINT AS splayed,
        s.score IS NOT NULL AND s.achievements_count IS NOT NULL AND s.achievement_ages IS NOT NULL
            AND s.crown IS NOT NULL AND s.hand IS NOT NULL AND s.score_pile IS NOT NULL AND s.forecast IS NOT NULL
            AND s.display IS NOT NULL AND s.board_blue IS NOT NULL AND s.board_red IS NOT NULL
            AND s.board_green IS NOT NULL AND s.board_yellow IS NOT NULL AND s.board_purple IS NOT NULL
            AND s.splay_blue IS NOT NULL AND s.splay_red IS NOT NULL AND s.splay_green IS NOT NULL
            AND s.splay_yellow IS NOT NULL AND s.splay_purple IS NOT NULL AS known
    FROM states s JOIN wanted w USING (log_id), ages a
),
-- Nobody holds the other ages yet, so they can be claimed.
moments AS (
    SELECT number, action, list_distinct(flatten(list(achievement_ages))) AS claimed
    FROM table_of GROUP BY ALL
    HAVING bool_and(known)
),
-- Whose action comes next, as the rules have it: the same player's until a turn has had its actions. Where the log ends
-- it is guessed: two actions a turn, one in the first.
acted AS (
    SELECT
        number_of.number, action, turn,
        coalesce(
            lead(seat) OVER later,
            if(a.number >= 2 OR (turn = 1 AND a.number >= 1), (seat + 1) % players, seat),
            0
        ) AS next_seat,
        coalesce(lead(turn) OVER later, if(a.number >= 2, turn + 1, turn)) = turn AS same_turn,
        lead(seat) OVER later IS NULL AS last,
        coalesce(seat, -1) AS seat
    FROM actions a JOIN wanted number_of USING (log_id)
    WINDOW later AS (PARTITION BY number_of.number ORDER BY action)
),
first AS (
    SELECT number, arg_min(seat, action) AS seat FROM acted WHERE seat >= 0 GROUP BY ALL
),
seats AS (
    SELECT
        s.* EXCLUDE (tops, known, achievement_ages),
        coalesce(w.teams[s.seat + 1], s.seat) AS side,
        p.win_points,
        least(list_max(s.tops), 10) AS top_age,
        list_sum(s.tops) AS tops,
        len(list_filter(s.tops, lambda top: top > 0)) AS colors,
        len(list_filter(
            range(1, 10), lambda age: NOT list_contains(m.claimed, age) AND 5 * age <= s.score AND age <= list_max(s.tops)
        )) AS claimable,
        coalesce(list_min(list_transform(
            list_filter(
                range(1, 10),
                lambda age: NOT list_contains(m.claimed, age) AND (5 * age > s.score OR age > list_max(s.tops))
            ),
            lambda age: greatest(age - list_max(s.tops)::INT, 0) + greatest(5 * age - s.score, 0) / 5
        )), 10) AS reach,
        -- Actions in a row that the seat is about to take, and turns of others before.
        if(a.next_seat = s.seat, if(a.turn = 0 OR (a.same_turn AND a.seat = s.seat), 1, 2), 0) AS tempo,
        (s.seat - a.next_seat + w.players) % w.players AS wait,
        (s.seat - f.seat + w.players) % w.players AS place,
        a.last,
        a.seat AS acted
    FROM table_of s
    JOIN moments m USING (number, action)
    JOIN wanted w USING (number)
    JOIN players p ON p.log_id = w.log_id AND p.seat = s.seat
    JOIN acted a USING (number, action)
    JOIN first f USING (number)
),
sides AS (
    SELECT
        number, action, any_value(turn) AS turn, side,
        sum(win_points) AS win_points,
        max(top_age)::FLOAT AS top_age,
        max(tops)::FLOAT AS tops,
        min(reach)::FLOAT AS reach,
        max(tempo)::FLOAT AS tempo,
        min(wait)::FLOAT AS wait,
        min(place)::FLOAT AS place,
        any_value(last) AS last,
        bool_or(acted = seat) AS acting,
        sum(achievements)::FLOAT AS achievements,
        sum(score)::FLOAT AS score,
        sum(crown)::FLOAT AS crown,
        sum(leaf)::FLOAT AS leaf,
        sum(lightbulb)::FLOAT AS lightbulb,
        sum(castle)::FLOAT AS castle,
        sum(factory)::FLOAT AS factory,
        sum(clock)::FLOAT AS clock,
        sum(hand)::FLOAT AS hand,
        sum(score_pile)::FLOAT AS score_pile,
        sum(waiting)::FLOAT AS waiting,
        sum(board)::FLOAT AS board,
        sum(colors)::FLOAT AS colors,
        sum(splayed)::FLOAT AS splayed,
        sum(claimable)::FLOAT AS claimable
    FROM seats
    GROUP BY ALL
),
others AS (
    SELECT
        s.number, s.action, s.side,
        max(o.top_age) AS other_top_age,
        max(o.tops) AS other_tops,
        min(o.reach) AS other_reach,
        max(o.achievements) AS other_achievements,
        max(o.score) AS other_score,
        max(o.crown) AS other_crown,
        max(o.leaf) AS other_leaf,
        max(o.lightbulb) AS other_lightbulb,
        max(o.castle) AS other_castle,
        max(o.factory) AS other_factory,
        max(o.clock) AS other_clock,
        max(o.hand) AS other_hand,
        max(o.score_pile) AS other_score_pile,
        max(o.waiting) AS other_waiting,
        max(o.board) AS other_board,
        max(o.colors) AS other_colors,
        max(o.splayed) AS other_splayed,
        max(o.claimable) AS other_claimable
    FROM sides s JOIN sides o ON s.number = o.number AND s.action = o.action AND s.side <> o.side
    GROUP BY ALL
)
SELECT edition, sets, players, game, log_id, site, s.* EXCLUDE (number), o.* EXCLUDE (number, action, side)
FROM sides s JOIN others o USING (number, action, side) JOIN wanted USING (number)
ORDER BY number, s.action, s.side
