// Two traffic lights at a crossing. Green is passed on only through red.
module lights(input clock, input request);
  reg [1:0] north = 0;  // 0 red, 1 green, 2 yellow
  reg [1:0] east = 0;
  reg turn = 0;
  always @(posedge clock) begin
    if (north == 0 && east == 0) begin
      if (turn) north <= 1; else east <= 1;
      turn <= !turn;
    end else begin
      if (north == 1 && request) north <= 2;
      if (north == 2) north <= 0;
      if (east == 1 && request) east <= 2;
      if (east == 2) east <= 0;
    end
  end
  always @* assert (north == 0 || east == 0);
endmodule
